import { useCallback, useRef } from 'react';
import { countSelected, EVERYTHING, NOTHING, type Selection, toggle, withKeys } from './selection.ts';
import type { RowSource } from './source.ts';

export interface SelectionActions {
  /** Sets the beginning of a range without selecting anything. */
  readonly anchorAt: (index: number) => void;
  readonly toggleAt: (index: number) => void;
  /** Everything from the anchor, else from `start`, to here; beside what was selected when the anchor was set. */
  readonly extendTo: (index: number, start: number) => void;
  readonly toggleAll: () => void;
  readonly selectAll: () => void;
  /** False if there was nothing to clear. */
  readonly clear: () => boolean;
  /** Fulfilled when the rows of the range that was asked for last are selected; null where none are on their way. */
  readonly awaited: () => Promise<unknown> | null;
}

type OnSelection = (selection: Selection) => void;

/** The rules of selecting; null where rows of this table cannot be selected. */
export function useSelection<R>(
  source: RowSource<R>,
  selection: Selection | undefined,
  onSelection: OnSelection | undefined,
): SelectionActions | null {
  const anchor = useRef<{ index: number; before: Selection } | null>(null);
  const asked = useRef(0);
  const awaited = useRef<Promise<unknown> | null>(null);

  const extendTo = useCallback(
    (index: number, otherwise: number, now: Selection, change: OnSelection) => {
      anchor.current ??= { index: otherwise, before: now };
      const { index: start, before } = anchor.current;
      const request = (asked.current += 1);
      const apply = (keys: readonly string[]): void => {
        // Keys of a range that is no longer wanted may come late.
        if (request !== asked.current) return;
        awaited.current = null;
        change(withKeys(before, keys));
      };
      const keys = source.keysOf(Math.min(start, index), Math.max(start, index) + 1);
      awaited.current = keys instanceof Promise ? keys.then(apply) : null;
      if (!(keys instanceof Promise)) apply(keys);
    },
    [source],
  );

  if (selection === undefined || onSelection === undefined) return null;
  const change = (next: Selection): void => {
    asked.current += 1;
    awaited.current = null;
    onSelection(next);
  };
  const count = countSelected(selection, source.count);
  return {
    anchorAt: (index) => {
      anchor.current = { index, before: selection };
    },
    toggleAt: (index) => {
      const row = source.rowAt(index);
      if (row === undefined || source.canSelect?.(row) === false) return;
      const next = toggle(selection, source.keyOf(row));
      anchor.current = { index, before: next };
      change(next);
    },
    extendTo: (index, start) => extendTo(index, start, selection, onSelection),
    toggleAll: () => change(count === source.count ? NOTHING : EVERYTHING),
    selectAll: () => change(EVERYTHING),
    clear: () => {
      if (count === 0) return false;
      change(NOTHING);
      return true;
    },
    awaited: () => awaited.current,
  };
}
