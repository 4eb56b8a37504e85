import { useRef } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/**
 * Keeps a site here no more. Nothing is removed by that, so nothing is asked before; what it means is said afterwards,
 * with the way back.
 */
export function useStopKeeping(onDone?: () => void): (site: SiteSummary) => void {
  const t = useText();
  /** By their ids: a further one may be asked for while the transfers of the last are ended. */
  const left = useRef(new Map<string, SiteSummary>());
  const follow = useDo('sites.follow').run;
  const unfollow = useDo('sites.unfollow', (_, { site: id }) => {
    const site = left.current.get(id);
    if (site === undefined || site.followed === null) return;
    const { folder, keep } = site.followed;
    const stopped = t('sites.stopped', { site: site.name });
    const waits = site.pending > 0 ? ` ${t('sites.leftWaiting', { count: site.pending })}` : '';
    // What the service refused waits for nothing, and is nowhere else.
    const troubled = site.issues > 0 ? ` ${t('sites.leftTroubled', { count: site.issues })}` : '';
    toast(`${stopped}${waits}${troubled}`, {
      action: { label: t('sites.keepAgain'), onAction: () => follow({ site: id, folder, keep }) },
    });
    onDone?.();
  }).run;
  return (site) => {
    left.current.set(site.id, site);
    unfollow({ site: site.id });
  };
}
