import { useSyncExternalStore } from 'react';

const SCREENS = ['sites', 'outbox', 'activity', 'trash', 'settings'] as const;
export type ScreenName = (typeof SCREENS)[number];

/** What a list is narrowed to, as `category` or `file`; the screen says which names it knows. */
export type RouteParams = Readonly<Record<string, string>>;

/** Where the window is; the address's fragment says it, so that back, forward and reload keep it. */
export type Route =
  | { readonly screen: ScreenName; readonly tab: string | null; readonly params: RouteParams }
  | {
      readonly screen: 'site';
      readonly site: string;
      readonly tab: string | null;
      readonly params: RouteParams;
    };

/** Where to go; without a tab the screen opens its first. */
export type Target =
  | {
      readonly screen: ScreenName;
      readonly tab?: string | null | undefined;
      readonly params?: RouteParams | undefined;
    }
  | {
      readonly screen: 'site';
      readonly site: string;
      readonly tab?: string | null | undefined;
      readonly params?: RouteParams | undefined;
    };

/** `#/site/<id>/files?category=other`, `#/outbox/issues`; anything else is the list of sites. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen, first, second] = path.split('/').map(decode);
  const params = Object.fromEntries(new URLSearchParams(query));
  if (screen === 'site' && given(first))
    return { screen, site: first, tab: given(second) ? second : null, params };
  const name = SCREENS.find((each) => each === screen);
  return name === undefined
    ? { screen: 'sites', tab: null, params: {} }
    : { screen: name, tab: given(first) ? first : null, params };
}

export function hrefOf(target: Target): string {
  const parts = target.screen === 'site' ? ['site', target.site] : [target.screen];
  if (given(target.tab)) parts.push(target.tab);
  const query = new URLSearchParams(target.params).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

export function go(target: Target): void {
  const href = hrefOf(target);
  if (href !== location.hash) {
    location.hash = href;
    return;
  }
  // The person asks for the current place again: what it names may have scrolled out of view.
  asks += 1;
  dispatchEvent(new HashChangeEvent('hashchange'));
}

let asks = 0;

/** How often the current place was asked for again. */
export function useAsks(): number {
  return useSyncExternalStore(listen, () => asks);
}

/** The same place seen otherwise (a filter, a file that was picked): back does not go through each. */
export function refine(target: Target): void {
  const href = hrefOf(target);
  if (href === location.hash) return;
  history.replaceState(history.state, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  return useSyncExternalStore(listen, current);
}

let last: { readonly hash: string; readonly route: Route } | null = null;

/** The same object while the address is the same. */
function current(): Route {
  const { hash } = location;
  if (last?.hash !== hash) last = { hash, route: parseRoute(hash) };
  return last.route;
}

function listen(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

function given(part: string | null | undefined): part is string {
  return part !== undefined && part !== null && part !== '';
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
