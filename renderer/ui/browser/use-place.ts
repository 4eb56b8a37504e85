import { useSyncExternalStore } from 'react';

/** Where the window is, as `#/outbox` or `#/site/<id>`: not which part of it, and not how it is seen. */
export function usePlace(): string {
  return useSyncExternalStore(listen, placeNow);
}

function placeNow(): string {
  const [, screen = '', site = ''] = (location.hash.split('?')[0] ?? '').split('/');
  return screen === 'site' ? `#/site/${site}` : `#/${screen}`;
}

function listen(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
