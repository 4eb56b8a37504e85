/** Brings the focus to the first row of the list of that name, as the down arrow does in the field that narrows it. */
export function toFirstRow(label: string): void {
  const list = [...document.querySelectorAll<HTMLElement>('[role="grid"]')].find(
    (grid) => grid.ariaLabel === label && grid.checkVisibility(),
  );
  if (list === undefined) return;
  list.focus();
  // The list itself knows its rows, of which only those in view exist.
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }));
}
