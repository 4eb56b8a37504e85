import type { KeyboardEvent } from 'react';
import type { PointRow } from '../../../shared/ipc/datamodel.ts';
import { isCommand } from '../../ui/browser/keys.ts';

interface TreeKeys {
  readonly index: number;
  readonly count: number;
  /** Lines in view. */
  readonly page: number;
  readonly at: (index: number) => PointRow | undefined;
  readonly goTo: (index: number) => void;
  readonly fold: (name: string | null) => void;
  readonly choose: (row: PointRow) => void;
}

/** Keys of a tree: arrows move, left and right fold, Space and Enter choose. */
export function onTreeKey(event: KeyboardEvent<HTMLElement>, keys: TreeKeys): void {
  if (event.target !== event.currentTarget || event.altKey || isCommand(event)) return;
  const row = keys.index < 0 ? undefined : keys.at(keys.index);
  const to = moveTo(event.key, keys);
  if (to !== null) keys.goTo(Math.min(keys.count - 1, Math.max(0, to)));
  else if ((event.key === ' ' || event.key === 'Enter') && row !== undefined) keys.choose(row);
  else if (event.key === 'ArrowRight' && row?.kind === 'equipment') {
    if (row.folded) keys.fold(row.name);
    else keys.goTo(keys.index + 1);
  } else if (event.key === 'ArrowLeft' && row !== undefined) {
    if (row.kind === 'equipment' && !row.folded) keys.fold(row.name);
    else if (row.kind === 'point') keys.goTo(headOf(keys));
  } else return;
  event.preventDefault();
}

function moveTo(key: string, { index, page, count }: TreeKeys): number | null {
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
      return count - 1;
    default:
      return null;
  }
}

/** The equipment above, as far as its line is loaded. */
function headOf({ index, at }: TreeKeys): number {
  for (let above = index; above > 0; above -= 1) if (at(above)?.kind === 'equipment') return above;
  return 0;
}
