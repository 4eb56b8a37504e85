import { useSyncExternalStore } from 'react';

/** Pixels of the window, also when it changes. */
export function useWindowWidth(): number {
  return useSyncExternalStore(onResize, () => innerWidth);
}

function onResize(tell: () => void): () => void {
  addEventListener('resize', tell);
  return () => removeEventListener('resize', tell);
}
