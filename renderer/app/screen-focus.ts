import { useEffect } from 'react';

/** How long a list is waited for that a screen shows when it is read, in frames. */
const PATIENCE = 120;
/** What lies over the page and gives the focus back when it is closed. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const COVERED = '[inert], [inert] *, [aria-hidden="true"], [aria-hidden="true"] *';

let asked = 0;

/**
 * Focuses the screen that a key has opened: its list, which names its current row, or its heading if it has no list.
 * Waits until whatever lies over the page has closed, and until the list is loaded. If it was called because nothing
 * had the focus (`isLost`), whatever gets it meanwhile keeps it.
 */
export function focusScreen({ isLost = false } = {}): void {
  asked += 1;
  const mine = asked;
  let heading: HTMLElement | null = null;
  let left = PATIENCE;
  const look = (): void => {
    left -= 1;
    if (mine !== asked || left === 0) return;
    const main = document.querySelector('main');
    const { activeElement } = document;
    // This includes the button of a dialog that opened meanwhile, since the dialog returns the focus there.
    if (isLost && activeElement !== heading && activeElement !== document.body) return;
    if (main !== null && !main.matches(COVERED)) {
      // The person has gone on by now.
      if (heading?.isConnected === true && activeElement !== heading) return;
      const list = main.querySelector<HTMLElement>('[role="grid"], [role="treegrid"], [role="tree"]');
      if (list !== null) {
        list.focus();
        return;
      }
      heading = main.querySelector('h1, h2[tabindex="-1"]');
      heading?.focus();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const canFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled');

/**
 * If the focused element goes away or is disabled and nothing takes its place, keys would lead nowhere. Then the focus
 * goes to the screen, or from a dialog back to what opened it, even if other dialogs came between.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: Element | null = null;
    // What was last focused on the page itself: what lies over the page was opened from it.
    let opener: Element | null = null;
    let frame = 0;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      last = target;
      if (target.closest(OVER) === null) opener = target;
    };
    const takeUp = (): void => {
      if (last === null || canFocus(last) || document.activeElement !== document.body) return;
      // Nothing older than the opener: if that is gone too, another screen is shown by now.
      if (opener instanceof HTMLElement && canFocus(opener)) opener.focus();
      if (document.activeElement === document.body) focusScreen({ isLost: true });
    };
    const onChange = (): void => {
      if (last === null || canFocus(last)) return;
      // A dialog that closes gives the focus back in the next frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(takeUp);
      });
    };
    const changes = new MutationObserver(onChange);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', onFocus);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
}
