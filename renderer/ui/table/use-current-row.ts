import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { indexAround, isCalled, type RowSource } from './source.ts';

interface CurrentRow {
  /** -1: none. */
  readonly index: number;
  /**
   * Where keys begin while no row is current: at the place of the last current one in the same list, else at the first
   * row.
   */
  readonly next: number;
  /** Makes a row current and brings it into view. */
  readonly goTo: (index: number) => void;
}

/** `before`: the key that was current, and that has gone where `key` is null. */
export type OnCurrent<R> = (key: string | null, row: R | undefined, before: string | null) => void;

/**
 * The current row, identified by its key while rows come, go and are sorted again. Moving goes by index, since the row
 * may not be loaded yet; its key is reported as soon as it is, and again when the row got another one. If the key has gone,
 * no row is current, and keys continue from its place, unless the list has changed. If the app asks for a row, `reveal`
 * scrolls it into view. A row that only moves because of sorting is not followed, since nobody moved. `asks` counts how
 * often the same row was asked for again.
 */
export function useCurrentRow<R>(
  source: RowSource<R>,
  wanted: string | null | undefined,
  onCurrent: OnCurrent<R> | undefined,
  reveal: (index: number) => void,
  asks: number,
): CurrentRow {
  /** Where a person moved, until the app is told of the row there. It goes before all that is known of an earlier place. */
  const moved = useRef<Place | null>(null);
  const { place, setPlace, told, tell, follow } = useToldRow(source, onCurrent, moved);
  /** On the way to a row that was asked for, until that very row stands there: what is known of its place may be old. */
  const leading = useRef(false);

  // What the app asks for from outside, as after a search.
  useEffect(() => {
    if (wanted === undefined || wanted === told.current || moved.current !== null) return;
    told.current = wanted;
    leading.current = wanted !== null;
    if (wanted === null) setPlace((before) => ({ ...before, shown: false }));
    else follow(wanted);
  }, [wanted, follow, setPlace, told]);

  const asked = useRef(asks);
  useEffect(() => {
    if (asked.current === asks) return;
    asked.current = asks;
    if (wanted === undefined || wanted === null || wanted !== told.current) return;
    leading.current = true;
    follow(wanted);
  }, [asks, wanted, follow, told]);

  // Before its row is known: rows come as they are in view.
  useEffect(() => {
    if (leading.current && place.shown && place.index < source.count) reveal(place.index);
  }, [source, place, reveal]);

  // The row at this place became known, or another one came to stand there.
  useEffect(() => {
    if (!place.shown) return;
    const row = source.rowAt(place.index);
    if (row === undefined && place.index < source.count) return;
    const key = row === undefined ? null : source.keyOf(row);
    if (moved.current !== null) {
      // A key may be pressed after rows came and before this is called for them: then it is still about the place before.
      if (moved.current !== place) return;
      moved.current = null;
      tell(key, row);
    } else if (told.current === null) return;
    else if (row !== undefined && isCalled(source, row, told.current)) {
      leading.current = false;
      tell(key, row);
    } else follow(told.current);
  }, [source, place, told, tell, follow]);

  const { list } = source;
  const goTo = useCallback(
    (index: number) => {
      const to = { index, shown: true, list };
      moved.current = to;
      leading.current = false;
      setPlace(to);
      reveal(index);
    },
    [setPlace, reveal, list],
  );

  return {
    index: place.shown ? indexNow(source, place.index, moved.current !== null ? null : told.current) : -1,
    next: list !== undefined && place.list === list ? place.index : 0,
    goTo,
  };
}

/**
 * Where the current row stands, whatever came or went above it since; -1 while nobody knows: what stands in its place is
 * another row, and no key may act on that. `key` is null until the row at this place is known.
 */
function indexNow<R>(source: RowSource<R>, at: number, key: string | null): number {
  if (key === null) return Math.min(at, source.count - 1);
  const near = indexAround(source, at, key);
  if (near !== null) return near;
  return at < source.count && source.rowAt(at) === undefined ? at : -1;
}

interface Place {
  readonly index: number;
  /** False: none is current. */
  readonly shown: boolean;
  /** Of the source that it is a place in. */
  readonly list: RowSource<unknown>['list'];
}

interface ToldRow<R> {
  readonly place: Place;
  readonly setPlace: Dispatch<SetStateAction<Place>>;
  /** Key of the row that the app knows to be current. */
  readonly told: RefObject<string | null>;
  readonly tell: (key: string | null, row: R | undefined) => void;
  /** Goes to the row with this key. If it has gone, the app is told. */
  readonly follow: (key: string) => void;
}

/** The row that the app was told is current, and its place. */
function useToldRow<R>(
  source: RowSource<R>,
  onCurrent: OnCurrent<R> | undefined,
  moved: RefObject<Place | null>,
): ToldRow<R> {
  const [place, setPlace] = useState<Place>({ index: -1, shown: false, list: undefined });
  const told = useRef<string | null>(null);

  const tell = useCallback(
    (key: string | null, row: R | undefined) => {
      const before = told.current;
      if (before === key) return;
      told.current = key;
      onCurrent?.(key, row, before);
    },
    [onCurrent],
  );

  const follow = useCallback(
    (key: string) => {
      const settle = (index: number | null): void => {
        if (told.current !== key || moved.current !== null) return;
        if (index === null) {
          setPlace((before) => ({ ...before, shown: false }));
          tell(null, undefined);
        } else setPlace({ index, shown: true, list: source.list });
      };
      const found = source.indexOf?.(key) ?? null;
      // Without an answer the row stays unknown until the rows come anew, as they do when the engine is back.
      if (found instanceof Promise) found.then(settle, () => undefined);
      else settle(found);
    },
    [source, tell, moved],
  );

  return { place, setPlace, told, tell, follow };
}
