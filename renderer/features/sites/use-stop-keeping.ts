import { useRef } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/toast.tsx';

/**
 * Keeps a site here no more. Nothing is removed by that, so nothing is asked before; what it means is said afterwards,
 * with the way back.
 */
export function useStopKeeping(onDone?: () => void): (site: SiteSummary) => void {
  const t = useText();
  const left = useRef<SiteSummary>(null);
  const follow = useDo('sites.follow').run;
  const unfollow = useDo('sites.unfollow', () => {
    const site = left.current;
    if (site === null || site.followed === null) return;
    const { folder, keep } = site.followed;
    toast(t('sites.stopped', { site: site.name }), {
      action: { label: t('sites.keepAgain'), onAction: () => follow({ site: site.id, folder, keep }) },
    });
    onDone?.();
  }).run;
  return (site) => {
    left.current = site;
    unfollow({ site: site.id });
  };
}
