import { useSyncExternalStore } from 'react';
import { useTextScale } from '../look/text-size.ts';

/** Pixels of the window, also when it changes: as the screens are drawn, so fewer of them where text is larger. */
export function useWindowWidth(): number {
  const scale = useTextScale();
  return useSyncExternalStore(onResize, () => innerWidth) / scale;
}

function onResize(tell: () => void): () => void {
  addEventListener('resize', tell);
  return () => removeEventListener('resize', tell);
}
