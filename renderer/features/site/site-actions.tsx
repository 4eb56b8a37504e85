import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { MenuButton } from '../../ui/inputs/menu.tsx';
import { useFilesExport } from '../files/use-files-export.ts';
import { useDropDesk } from '../drop/drop-context.ts';

interface SiteActionsProps {
  readonly site: SiteSummary;
  /** Can this host show a folder in a file manager? */
  readonly canReveal: boolean;
  /** Receives the element in which the current tab puts its own actions. */
  readonly onHead: (head: HTMLElement | null) => void;
  readonly onStopKeeping: (site: SiteSummary) => void;
}

export function SiteActions({ site, canReveal, onHead, onStopKeeping }: SiteActionsProps): ReactNode {
  const t = useText();
  const desk = useDropDesk();
  const openFolder = useDo('sites.openFolder');
  const pause = useDo('sites.pause');
  const exportFiles = useFilesExport(site);
  const paused = site.followed?.paused === true;
  return (
    <>
      {/* For the current tab's own actions. */}
      <span ref={onHead} className="page-actions" />
      {site.followed !== null && (
        <>
          {canReveal && (
            <Button icon="folder" onPress={() => openFolder.run({ site: site.id })}>
              {t('app.openFolder')}
            </Button>
          )}
          <Button icon="plus" onPress={() => desk.ask(site.id, null, null)}>
            {t('drop.addFiles')}
          </Button>
          <MenuButton
            label={t('ui.more')}
            trigger={<IconButton icon="more" label={t('ui.more')} variant="plain" />}
            items={[
              {
                id: 'list',
                label: t('files.exportList'),
                icon: 'download',
                onAction: exportFiles,
              },
              {
                id: 'pause',
                label: t(paused ? 'app.resume' : 'app.pause'),
                icon: paused ? 'play' : 'pause',
                onAction: () => pause.run({ site: site.id, paused: !paused }),
              },
              'line',
              {
                id: 'unfollow',
                label: t('app.stopKeeping'),
                icon: 'cloud',
                onAction: () => onStopKeeping(site),
              },
            ]}
          />
        </>
      )}
    </>
  );
}
