import { useSyncExternalStore } from 'react';

export const SITE_TABS = ['overview', 'files', 'activity'] as const;
export type SiteTab = (typeof SITE_TABS)[number];

/** Where the window is; the address bar's fragment says it, so that back and forward work. */
export type Route =
  | { readonly screen: 'sites' | 'outbox' | 'activity' | 'trash' | 'settings' }
  | { readonly screen: 'site'; readonly site: string; readonly tab: SiteTab };

export function parseRoute(hash: string): Route {
  const [screen = '', site, tab] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (screen === 'site' && site !== undefined && site !== '')
    return { screen, site, tab: SITE_TABS.find((each) => each === tab) ?? 'overview' };
  return screen === 'outbox' || screen === 'activity' || screen === 'trash' || screen === 'settings'
    ? { screen }
    : { screen: 'sites' };
}

export function hrefOf(route: Route): string {
  return route.screen === 'site'
    ? `#/site/${encodeURIComponent(route.site)}/${route.tab}`
    : `#/${route.screen}`;
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(listen, () => location.hash));
}

export function go(route: Route): void {
  location.hash = hrefOf(route);
}

function listen(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
