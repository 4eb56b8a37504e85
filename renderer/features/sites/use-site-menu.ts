import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAppFact, useDo } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import type { MenuEntry } from '../../ui/inputs/menu.tsx';
import { useDropDesk } from '../drop/drop-context.ts';
import { useStopKeeping } from './use-stop-keeping.ts';

/** What can be done with a site, as a menu. */
export function useSiteMenu(): (site: SiteSummary) => readonly MenuEntry[] {
  const t = useText();
  const desk = useDropDesk();
  const follow = useDo('sites.follow');
  const stopKeeping = useStopKeeping();
  const pause = useDo('sites.pause');
  const openFolder = useDo('sites.openFolder');
  const canReveal = useAppFact((state) => state.host.can.revealFiles) === true;
  return (site) => {
    const { id, followed } = site;
    return [
      {
        id: 'open',
        label: t('sites.open'),
        icon: 'sites',
        onAction: () => go({ screen: 'site', site: id }),
      },
      ...(followed === null
        ? [
            {
              id: 'keep',
              label: t('sites.keepSite'),
              icon: 'laptop' as const,
              onAction: () => follow.run({ site: id, folder: null, keep: null }),
            },
          ]
        : [
            ...(canReveal
              ? [
                  {
                    id: 'folder',
                    label: t('app.openFolder'),
                    icon: 'folder' as const,
                    onAction: () => openFolder.run({ site: id }),
                  },
                ]
              : []),
            {
              id: 'add',
              label: t('sites.addFiles'),
              icon: 'plus' as const,
              onAction: () => desk.ask(id, null, null),
            },
            'line' as const,
            {
              id: 'pause',
              label: t(followed.paused ? 'sites.resume' : 'sites.pause'),
              icon: followed.paused ? ('play' as const) : ('pause' as const),
              onAction: () => pause.run({ site: id, paused: !followed.paused }),
            },
            {
              id: 'unfollow',
              label: t('sites.stopKeeping'),
              icon: 'cloud' as const,
              onAction: () => stopKeeping(site),
            },
          ]),
    ];
  };
}
