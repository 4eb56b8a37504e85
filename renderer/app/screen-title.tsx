import { useEffect, useRef, useState, type ReactNode } from 'react';
import { unturned } from '../../shared/unturned.ts';
import { TAB_WORDS, tabOf } from '../features/site/site-tabs.ts';
import { useSite } from '../state/use-site.ts';
import type { Route } from '../state/route.ts';
import { useText } from '../text/use-text.ts';
import { VisuallyHidden } from '../ui/telling/visually-hidden.tsx';

/** A key that opens a screen brings the focus to it within so long, ms: then the screen speaks for itself. */
const SETTLED = 500;

/**
 * Names the window after the screen in it, for the lists of windows, of tabs, and of places to go back to. Where the focus
 * stays outside of the screen, as on a link of the rail, the name is spoken once: nothing else tells that all has changed.
 */
export function ScreenTitle({ route }: { readonly route: Route }): ReactNode {
  const t = useText();
  const title = useTitle(route);
  const [said, setSaid] = useState('');
  const told = useRef(title);
  useEffect(() => {
    document.title = `${unturned(title)} – ${t('ui.appName')}`;
  }, [title, t]);
  useEffect(() => {
    if (told.current === title) return undefined;
    setSaid('');
    const timer = setTimeout(() => {
      told.current = title;
      if (document.activeElement?.closest('main') === null) setSaid(title);
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [title]);
  return (
    <div role="status">
      <VisuallyHidden>{said}</VisuallyHidden>
    </div>
  );
}

/** "Outbox", "Rijnhaven Tower: Files". */
function useTitle(route: Route): string {
  const t = useText();
  const site = useSite(route.screen === 'site' ? route.site : null);
  if (route.screen !== 'site') return t(`app.${route.screen}`);
  if (site === undefined) return t('app.site');
  return t('app.tabOf', { site: site.name, tab: t(TAB_WORDS[tabOf(route.tab)]) });
}
