/** Is the command key the one for shortcuts here? */
export function isMac(): boolean {
  return /^Mac/i.test(navigator.platform);
}

/** Was the key for shortcuts held: Ctrl, on a Mac the command key? */
export function isCommand(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return isMac() ? event.metaKey : event.ctrlKey;
}
