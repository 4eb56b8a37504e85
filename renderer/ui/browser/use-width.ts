import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in CSS pixels, as it changes; `unmeasured` before it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>, unmeasured = 0): number {
  const [width, setWidth] = useState(unmeasured);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    setWidth(node.clientWidth);
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
