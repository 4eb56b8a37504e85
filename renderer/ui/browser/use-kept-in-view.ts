import { useEffect } from 'react';

/** Scrolls the element with this id into view whenever it becomes the current one of its list. */
export function useKeptInView(id: string, isCurrent: boolean): void {
  useEffect(() => {
    if (isCurrent) document.querySelector(`[id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, id]);
}
