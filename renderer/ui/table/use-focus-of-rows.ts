import { useEffect, type RefObject } from 'react';

/** Where a control in a row has the focus and its row goes, the list takes the focus: from there keys go on. */
export function useFocusOfRows(grid: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const list = grid.current;
    if (list === null) return undefined;
    let last: Element | null = null;
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element && target !== list ? target : null;
    };
    const forget = ({ relatedTarget }: FocusEvent): void => {
      // Where it goes nowhere, its row may be going.
      if (relatedTarget !== null) last = null;
    };
    const changes = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) list.focus({ preventScroll: true });
    });
    list.addEventListener('focusin', note);
    list.addEventListener('focusout', forget);
    changes.observe(list, { childList: true, subtree: true });
    return () => {
      list.removeEventListener('focusin', note);
      list.removeEventListener('focusout', forget);
      changes.disconnect();
    };
  }, [grid]);
}
