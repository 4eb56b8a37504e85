import { isMac } from '../browser/keys.ts';
import './kbd.css';

/** A key combination as it is written on this computer: `Ctrl+K`, on a Mac `⌘K`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className="kbd">{keysText(keys)}</kbd>;
}

/** `Ctrl+K` in the letters and signs of this computer. */
export function keysText(keys: string): string {
  return isMac() ? macKeys(keys) : keys.replaceAll('+', ' ');
}

/** The same at the end of a field or an entry, hidden from speech: the control itself names its keys. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className="key-hint" aria-hidden="true">
      <Kbd keys={keys} />
    </span>
  );
}

const MAC_SIGNS: Readonly<Record<string, string>> = {
  Ctrl: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  Delete: '⌫',
};

function macKeys(keys: string): string {
  return keys
    .split('+')
    .map((key) => MAC_SIGNS[key] ?? key)
    .join('');
}
