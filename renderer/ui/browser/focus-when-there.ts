/** How long what is to have the focus is waited for, in frames. */
const PATIENCE = 120;

/** Focuses what a key has opened elsewhere as soon as it is there, unless the person has moved on meanwhile. */
export function focusWhenThere(find: () => HTMLElement | null | undefined): void {
  const from = document.activeElement;
  let left = PATIENCE;
  const look = (): void => {
    left -= 1;
    const { activeElement } = document;
    if (left === 0 || (activeElement !== from && activeElement !== document.body)) return;
    const found = find();
    if (found instanceof HTMLElement) found.focus();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
