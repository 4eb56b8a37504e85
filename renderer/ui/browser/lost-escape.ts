const DIALOGS = '[role="dialog"], [role="alertdialog"]';
/** Toasts are alert dialogs too, and lie over all that is modal. Behind a dialog all else is inert or hidden. */
const NOT_ON_TOP = '[data-react-aria-top-layer], [inert], [aria-hidden="true"]';

/**
 * Sends an Esc that nothing had the focus for to the dialog on top, for the life of the page. A row that is deleted
 * takes the focus with it, and a dialog has it only a moment after it is seen: who is quick pressed for nothing.
 */
export function sendLostEscape(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.target !== document.body) return;
      const open = [...document.querySelectorAll(DIALOGS)].filter(
        (each) => each.closest(NOT_ON_TOP) === null,
      );
      const top = open.at(-1);
      if (top === undefined) return;
      event.stopImmediatePropagation();
      top.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    },
    true,
  );
}
