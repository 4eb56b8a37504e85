/** What a key asks of a table. */
export type GridIntent =
  | { readonly kind: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly kind: 'toggle' | 'selectAll' | 'clear' | 'open' | 'preview' | 'delete' | 'menu' | 'edit' }
  | { readonly kind: 'type'; readonly letter: string };

/** The part of a keyboard event that decides. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, on a Mac the command key. */
  readonly command: boolean;
  readonly alt: boolean;
}

export interface GridPlace {
  /** -1: no row. */
  readonly index: number;
  /** The row where keys begin if none is current. */
  readonly next: number;
  /** The first row that is no heading. */
  readonly first: number;
  readonly count: number;
  /** Rows that fit into the view. */
  readonly page: number;
}

/** Null: the key is not for the table. */
export function gridIntent(pressed: GridKey, place: GridPlace): GridIntent | null {
  if (pressed.alt) return null;
  const target = moveTarget(pressed.key, place);
  if (target !== null) return { kind: 'move', to: target, extend: pressed.shift };
  if (pressed.command) return commandIntent(pressed);
  switch (pressed.key) {
    case ' ':
      return { kind: pressed.shift ? 'toggle' : 'preview' };
    case 'Enter':
      return { kind: 'open' };
    case 'Escape':
      return { kind: 'clear' };
    case '?':
      // No name begins with it, and everywhere it lists the keys.
      return null;
    case 'Delete':
      return { kind: 'delete' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'F10':
      return pressed.shift ? { kind: 'menu' } : null;
    case 'F2':
      return { kind: 'edit' };
    default:
      return Array.from(pressed.key).length === 1 ? { kind: 'type', letter: pressed.key } : null;
  }
}

function commandIntent({ key, shift }: GridKey): GridIntent | null {
  if (key === ' ') return { kind: 'toggle' };
  if (key.toLowerCase() === 'a') return { kind: shift ? 'clear' : 'selectAll' };
  return null;
}

function moveTarget(key: string, { index, next, first, count, page }: GridPlace): number | null {
  if (count === 0) return null;
  const from = index < 0 ? next : index;
  const within = (target: number): number => Math.min(count - 1, Math.max(0, target));
  switch (key) {
    case 'ArrowDown':
      return within(index < 0 ? next : index + 1);
    case 'ArrowUp':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return first;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

const TYPED_TOGETHER_MS = 700;

/** Letters typed soon after each other are one word; the same letter again and again goes on to the next row. */
export interface TypeAhead {
  readonly prefix: string;
  readonly at: number;
}

export const NOT_TYPED: TypeAhead = { prefix: '', at: Number.NEGATIVE_INFINITY };

export function typeLetter(before: TypeAhead, letter: string, now: number): TypeAhead {
  const together = now - before.at < TYPED_TOGETHER_MS;
  if (!together || before.prefix === letter) return { prefix: letter, at: now };
  return { prefix: before.prefix + letter, at: now };
}

/** Where the search for a typed word begins: a word that grows may stay on its row. */
export function searchFrom(typed: TypeAhead, index: number): number {
  return typed.prefix.length > 1 ? Math.max(0, index) : index + 1;
}
