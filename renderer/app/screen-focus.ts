import { useEffect } from 'react';

/** How long a list is waited for that a screen shows when it is read, in frames. */
const PATIENCE = 120;
/** Of what was focused, so much is remembered: a dialog after the other opens from one button. */
const REMEMBERED = 12;

/** What lies over the page and gives the focus back when it is closed. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const COVERED = '[inert], [inert] *, [aria-hidden="true"], [aria-hidden="true"] *';

let asked = 0;

/**
 * Brings the focus to the screen that a key has opened: to its list, which names its current row, or to its heading
 * where it has none, as to that of a step of the first run or of what is said in its place. Closing what lies over the
 * page is waited for, and so is a list that has to be read first. Where it went because nothing had it (`isLost`),
 * whatever gets it meanwhile keeps it.
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
    // Also what has opened a dialog meanwhile: it is where the dialog gives the focus back to.
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

interface Focused {
  readonly element: Element;
  readonly isOver: boolean;
}

/**
 * Where what has the focus goes away or is disabled, and nothing takes its place, keys would lead nowhere: the focus goes
 * to the screen, and from a dialog back to what it was opened from, also where other dialogs came between.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let past: readonly Focused[] = [];
    let frame = 0;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      past = [
        ...past.filter(({ element }) => element.isConnected && element !== target),
        { element: target, isOver: target.closest(OVER) !== null },
      ].slice(-REMEMBERED);
    };
    const takeUp = (): void => {
      const gone = past.at(-1);
      if (gone === undefined || canFocus(gone.element) || document.activeElement !== document.body) return;
      past = past.filter(({ element }) => canFocus(element));
      const from = past.findLast(({ isOver }) => !isOver)?.element;
      if (gone.isOver && from instanceof HTMLElement) from.focus();
      if (document.activeElement === document.body) focusScreen({ isLost: true });
    };
    const onChange = (): void => {
      const last = past.at(-1);
      if (last === undefined || canFocus(last.element)) return;
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
