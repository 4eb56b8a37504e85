import { useState, type ReactNode } from 'react';
import type { AppState, Settings } from '../../../shared/ipc/app.ts';
import { CATEGORIES, categoryLabel, isKept, keepOf, type Keep } from '../../../shared/model/category.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { ChoiceMenu } from '../../ui/inputs/choice-menu.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { MenuButton } from '../../ui/inputs/menu.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';
import { SeriesCacheField } from './series-cache-field.tsx';
import { Section } from './section.tsx';
import { useRoot } from './use-root.ts';
import { TypedSetting } from './typed-setting.tsx';
import { useKeeps } from './use-keeps.ts';

interface FoldersSectionProps {
  readonly settings: Settings;
  readonly host: AppState['host'];
}

/** Where sites are kept, which ones, and what of each. */
export function FoldersSection({ settings, host }: FoldersSectionProps): ReactNode {
  const t = useText();
  const { data: sites = [], refetch } = useAnswer('sites.list', null);
  const keeps = useKeeps(refetch);
  const [chosen, setChosen] = useState<{ readonly text: string } | null>(null);
  const root = useRoot(() => toast(t('settings.saved')));
  const choose = useDo('host.chooseFolder', (folder) => {
    if (folder === null) return;
    setChosen({ text: folder });
    void root.save(folder);
  });
  return (
    <Section id="folders" title={t('settings.folders.title')}>
      <TypedSetting
        label={t('settings.folders.root')}
        hint={t('settings.folders.rootHint')}
        value={settings.root}
        check={(folder) => (folder === '' ? t('settings.folders.rootHint') : root.troubleOf(folder))}
        onLeave={root.check}
        onSave={root.save}
        offered={chosen}
        aside={
          host.can.chooseFolder && (
            <Button onPress={() => choose.run({ from: settings.root })}>
              {t('settings.folders.choose')}
            </Button>
          )
        }
      />
      <h3>{t('settings.folders.sites')}</h3>
      {sites.every((site) => site.followed === null) && (
        <p className="t-small ink-2">{t('settings.folders.noSites')}</p>
      )}
      <ul className="settings-sites">
        {sites.map(
          ({ id, name, followed, pending, issues }) =>
            followed !== null && (
              <KeptSite
                key={id}
                id={id}
                name={name}
                pending={pending}
                issues={issues}
                folder={followed.folder}
                keep={keeps.of(id) ?? followed.keep}
                onKeep={(keep) => keeps.choose(id, keep)}
                canOpen={host.can.revealFiles}
              />
            ),
        )}
      </ul>
      <SeriesCacheField />
    </Section>
  );
}

interface KeptSiteProps {
  readonly id: string;
  readonly name: string;
  /** Changes that wait to be sent or fetched. */
  readonly pending: number;
  /** What did not work, apart from what waits. */
  readonly issues: number;
  readonly folder: string;
  readonly keep: Keep;
  readonly onKeep: (keep: Keep) => void;
  readonly canOpen: boolean;
}

function KeptSite(site: KeptSiteProps): ReactNode {
  const { id, name, folder, keep, onKeep, canOpen } = site;
  const t = useText();
  const [asking, setAsking] = useState(false);
  const openFolder = useDo('sites.openFolder').run;
  return (
    <li>
      <div className="grow">
        <div className="medium">
          <Truncate text={name} ending="word" />
        </div>
        <div className="t-small ink-3">
          <Truncate text={folder} ending="folder" />
        </div>
      </div>
      <KeepMenu site={name} keep={keep} onKeep={onKeep} />
      <MenuButton
        label={t('settings.folders.more', { site: name })}
        trigger={<IconButton size="s" icon="more" label={t('settings.folders.more', { site: name })} />}
        items={[
          ...(canOpen
            ? [
                {
                  id: 'open',
                  label: t('settings.folders.open'),
                  icon: 'folder' as const,
                  onAction: () => openFolder({ site: id }),
                },
              ]
            : []),
          {
            id: 'stop',
            label: t('settings.folders.stop'),
            icon: 'cloud',
            onAction: () => setAsking(true),
          },
        ]}
      />
      <StopQuestion site={site} isOpen={asking} onClose={() => setAsking(false)} />
    </li>
  );
}

interface KeepMenuProps {
  /** The site's name. */
  readonly site: string;
  readonly keep: Keep;
  readonly onKeep: (keep: Keep) => void;
}

/** The menu of categories that are kept of a site. */
function KeepMenu({ site, keep, onKeep }: KeepMenuProps): ReactNode {
  const t = useText();
  const chosen = CATEGORIES.map((each) => each.id).filter((each) => isKept(keep, each));
  const words =
    chosen.length === CATEGORIES.length
      ? t('settings.folders.keepAll')
      : chosen.length === 0
        ? t('settings.folders.keepNone')
        : t('settings.folders.keepSome', { count: chosen.length });
  return (
    <ChoiceMenu
      label={t('settings.folders.keepOf', { site })}
      trigger={
        <Button size="s" menu label={`${t('settings.folders.keepOf', { site })}: ${words}`}>
          {words}
        </Button>
      }
      values={chosen}
      onChange={(values) => onKeep(keepOf(values))}
      options={CATEGORIES.map((each) => ({ value: each.id, label: categoryLabel(each.id) }))}
    />
  );
}

interface StopQuestionProps {
  readonly site: Pick<KeptSiteProps, 'id' | 'name' | 'pending' | 'issues'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asked before a site is no longer kept. */
function StopQuestion({ site, isOpen, onClose }: StopQuestionProps): ReactNode {
  const { id, name, pending, issues } = site;
  const t = useText();
  const unfollow = useDo('sites.unfollow', onClose);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      title={t('settings.folders.stopTitle', { site: name })}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" isPending={unfollow.busy} onPress={() => unfollow.run({ site: id })}>
            {t('settings.folders.stopYes')}
          </Button>
        </>
      }
    >
      <p>{t('settings.folders.stopWhy')}</p>
      {pending > 0 && <p className="strong">{t('settings.folders.stopWaiting', { count: pending })}</p>}
      {issues > 0 && <p className="strong">{t('settings.folders.stopTroubled', { count: issues })}</p>}
    </Dialog>
  );
}
