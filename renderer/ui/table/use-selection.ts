import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import {
  areSame,
  countSelected,
  EVERYTHING,
  NOTHING,
  type Selection,
  toggle,
  withKeys,
} from './selection.ts';
import { indexAround, placeAt, type RowPlace, type RowSource } from './source.ts';

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
  /**
   * Fulfilled when the rows of the range that was asked for last are selected: with false where they are not, since they
   * could not be had, or something else was wanted meanwhile. Null where none are on their way.
   */
  readonly awaited: () => Promise<boolean> | null;
}

type OnSelection = (selection: Selection) => void;

/** The row at which a range begins, and what was selected beside it. */
interface Anchor {
  readonly place: RowPlace;
  readonly before: Selection;
  readonly list: string | undefined;
}

/** The rules of selecting; null where rows of this table cannot be selected. */
export function useSelection<R>(
  source: RowSource<R>,
  selection: Selection | undefined,
  onSelection: OnSelection | undefined,
): SelectionActions | null {
  const anchor = useAnchor(source);
  const asked = useRef(0);
  const awaited = useRef<Promise<boolean> | null>(null);
  /** What the rules here made of it last: where it is another one by now, it was changed elsewhere. */
  const made = useRef(NOTHING);
  const shown = useRef<Shown>({ list: source.list, selection });
  useLayoutEffect(() => {
    shown.current = { list: source.list, selection };
  });

  const extendTo = useCallback(
    (index: number, otherwise: number, now: Selection, change: OnSelection) => {
      const begun = anchor.current;
      const start = (begun === null ? null : placeNow(source, begun.place)) ?? placeAt(source, otherwise);
      const before = begun !== null && areSame(now, made.current) ? begun.before : now;
      anchor.current = { place: start, before, list: source.list };
      const request = (asked.current += 1);
      const apply = (keys: readonly string[]): boolean => {
        // Keys of a range that is no longer wanted may come late.
        if (request !== asked.current || isOver({ list: source.list, selection: now }, shown.current))
          return false;
        awaited.current = null;
        made.current = withKeys(before, keys);
        change(made.current);
        return true;
      };
      const giveUp = (): boolean => {
        if (request === asked.current) awaited.current = null;
        return false;
      };
      const end = placeAt(source, index);
      const keys = start.index < index ? source.keysOf(start, end) : source.keysOf(end, start);
      awaited.current = keys instanceof Promise ? keys.then(apply).catch(giveUp) : null;
      if (!(keys instanceof Promise)) apply(keys);
    },
    [source, anchor],
  );

  if (selection === undefined || onSelection === undefined) return null;
  const change = (next: Selection): void => {
    asked.current += 1;
    awaited.current = null;
    made.current = next;
    // What was selected before is so no more, also where the range grows from where it began.
    if (anchor.current !== null) anchor.current = { ...anchor.current, before: next };
    onSelection(next);
  };
  const count = countSelected(selection, source.count);
  const setAnchor = (index: number, before: Selection): void => {
    anchor.current = { place: placeAt(source, index), before, list: source.list };
    made.current = before;
  };
  return {
    anchorAt: (index) => setAnchor(index, selection),
    toggleAt: (index) => {
      const row = source.rowAt(index);
      if (row === undefined || source.canSelect?.(row) === false) return;
      const next = toggle(selection, source.keyOf(row));
      setAnchor(index, next);
      change(next);
    },
    extendTo: (index, start) => extendTo(index, start, selection, onSelection),
    toggleAll: () => change(count === source.count ? NOTHING : EVERYTHING),
    selectAll: () => change(EVERYTHING),
    clear: () => {
      if (count === 0 && awaited.current === null) return false;
      change(NOTHING);
      return true;
    },
    awaited: () => awaited.current,
  };
}

/** Another list knows nothing of the anchor; in the same one its row is known as soon as it is loaded. */
function useAnchor<R>(source: RowSource<R>): RefObject<Anchor | null> {
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    const now = anchor.current;
    if (now === null) return;
    if (now.list !== source.list) anchor.current = null;
    else if (now.place.key === null) anchor.current = { ...now, place: placeAt(source, now.place.index) };
  }, [source]);
  return anchor;
}

/** Where this row stands by now, as far as that is known here; null if it has gone. */
function placeNow<R>(source: RowSource<R>, place: RowPlace): RowPlace | null {
  const { index, key } = place;
  if (key === null || source.rowAt(index) === undefined) return place;
  const found = indexAround(source, index, key) ?? source.indexOf?.(key);
  if (found === null) return null;
  return typeof found === 'number' ? placeAt(source, found) : place;
}

interface Shown {
  readonly list: string | undefined;
  readonly selection: Selection | undefined;
}

/** Is a range that was asked for then unwanted by now: in another list, or after all that was selected was let go? */
function isOver(then: Shown, now: Shown): boolean {
  return then.list !== now.list || (!isNothing(then.selection) && isNothing(now.selection));
}

function isNothing(selection: Selection | undefined): boolean {
  return selection !== undefined && areSame(selection, NOTHING);
}
