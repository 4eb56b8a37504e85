import type { KeyboardEvent } from 'react';
import { isCommand } from '../browser/keys.ts';
import type { TreePlace, TreeRows } from './tree.ts';

interface TreeKeys<R> {
  readonly rows: TreeRows<R>;
  readonly index: number;
  /** Lines in view. */
  readonly page: number;
  readonly placeOf: (row: R) => TreePlace;
  readonly goTo: (index: number) => void;
  readonly onFold: (row: R) => void;
  readonly onChoose: (row: R) => void;
}

/**
 * Keys of a tree: up and down move; right opens a line, then goes into it; left closes it, or goes to the one above; Space
 * and Enter choose.
 */
export function onTreeKey<R>(event: KeyboardEvent<HTMLElement>, keys: TreeKeys<R>): void {
  if (event.target !== event.currentTarget || event.altKey || isCommand(event)) return;
  const { rows, index, placeOf, goTo, onFold, onChoose } = keys;
  const row = index < 0 ? undefined : rows.at(index);
  const to = moveTo(event.key, keys);
  if (to !== null) goTo(Math.min(rows.count - 1, Math.max(0, to)));
  else if (row === undefined) return;
  else if (event.key === ' ' || event.key === 'Enter') {
    // Held down, it is meant once: it would choose and drop the line in turns.
    if (!event.repeat) onChoose(row);
  } else if (event.key === 'ArrowRight' && placeOf(row).isOpen !== null) {
    if (placeOf(row).isOpen === true) goTo(index + 1);
    else onFold(row);
  } else if (event.key === 'ArrowLeft') {
    if (placeOf(row).isOpen === true) onFold(row);
    else if (placeOf(row).level > 1) goTo(above(keys, placeOf(row).level));
    else return;
  } else return;
  event.preventDefault();
}

function moveTo<R>(key: string, { index, page, rows }: TreeKeys<R>): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + page;
    case 'PageUp':
      return index - page;
    case 'Home':
      return 0;
    case 'End':
      return rows.count - 1;
    default:
      return null;
  }
}

/** The line that a line of this level lies below, as far as it is loaded. */
function above<R>({ index, rows, placeOf }: TreeKeys<R>, level: number): number {
  for (let at = index - 1; at > 0; at -= 1) {
    const row = rows.at(at);
    if (row !== undefined && placeOf(row).level < level) return at;
  }
  return 0;
}
