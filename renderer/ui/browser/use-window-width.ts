import { useSyncExternalStore } from 'react';
import { useTextScale } from '../look/text-size.ts';

/** Width of the window, kept current, in the pixels of the screens: fewer if text is larger. */
export function useWindowWidth(): number {
  const scale = useTextScale();
  return useSyncExternalStore(onResize, () => innerWidth) / scale;
}

function onResize(tell: () => void): () => void {
  addEventListener('resize', tell);
  return () => removeEventListener('resize', tell);
}
