import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back with the factor on Ctrl and wheel, or a pinch. The listener is never passive: else the browser would zoom
 * the page.
 */
export function useWheelZoom(
  stage: { readonly current: HTMLElement | null },
  zoomBy: (factor: number, at: { readonly x: number; readonly y: number }) => void,
): void {
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage]);
}
