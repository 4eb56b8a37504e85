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

/** What was last focused in the page (null) and in each thing that lies over it; what was in front last comes last. */
type Layers = Map<Element | null, Element>;

function noteFocus(layers: Layers, target: Element): void {
  for (const layer of layers.keys()) if (layer?.isConnected === false) layers.delete(layer);
  const layer = target.closest(OVER);
  layers.delete(layer);
  layers.set(layer, target);
}

/** What had the focus in the foremost layer that is still there, or else that layer; null: nothing older than that. */
function lastIn(layers: Layers): Element | null {
  const there = [...layers].findLast(([layer]) => layer?.isConnected !== false);
  if (there === undefined) return null;
  const [layer, element] = there;
  return canFocus(element) ? element : layer;
}

/**
 * If the focused element goes away or is disabled and nothing takes its place, keys would lead nowhere. Then the focus
 * goes to the screen, or from a dialog back to what opened it, even if other dialogs came between; or to a dialog that is
 * still open, if what opened the next one has gone from it.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: Element | null = null;
    const layers: Layers = new Map();
    let frame = 0;
    let left = 0;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      last = target;
      noteFocus(layers, target);
    };
    const takeUp = (): void => {
      if (last === null || canFocus(last) || document.activeElement !== document.body) return;
      const back = lastIn(layers);
      left -= 1;
      // What lay over it may have gone some frames before it can be focused again.
      if (back?.matches(COVERED) === true && left > 0) {
        frame = requestAnimationFrame(takeUp);
        return;
      }
      if (back instanceof HTMLElement) back.focus();
      if (document.activeElement === document.body) focusScreen({ isLost: true });
    };
    const onChange = (): void => {
      if (last === null || canFocus(last)) return;
      // A dialog that closes gives the focus back in the next frame.
      cancelAnimationFrame(frame);
      left = PATIENCE;
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
