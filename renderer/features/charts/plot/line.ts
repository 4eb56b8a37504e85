import { NOTHING, type SeriesView, type Told } from './series-view.ts';

/** A series as a line of a chart. */
export interface ChartLine {
  readonly id: string;
  /** No other line of the page has the same. */
  readonly label: string;
  readonly unit: string | null;
  /** From 0; picks hue and dashes. */
  readonly colour: number;
  /** True: each value is one of a few states. */
  readonly states: boolean;
  /** True: each value holds until the next sample, as states do, and what is sent on change. */
  readonly step: boolean;
  /** Time of its newest sample with a value, as far as it is known; null if there is none. */
  readonly lastAt: number | null;
  /** Null until it came. */
  readonly data: SeriesView | null;
}

/**
 * The newest sample that ever came of a series. A stretch that ends before it tells nothing of what is newest, and what is
 * drawn of one is thinned: its last sample may be another one.
 */
export function newestBefore({ lastAt, data }: Pick<ChartLine, 'lastAt' | 'data'>, end: number): Told {
  const wordAt = newestWordAt({ lastAt, data });
  if (wordAt !== null && wordAt < end) return { at: wordAt, value: null };
  if (wordAt !== null && wordAt - end >= TICK) return NOTHING;
  if (lastAt === null) return NOTHING;
  // What came since a live stretch was drawn last: it moves on by itself within the minute.
  if (lastAt >= end) return data !== null && lastAt - end < TICK ? lastWithin(data, end) : NOTHING;
  return { at: lastAt, value: data?.lastAt === lastAt ? data.lastValue : null };
}

/** When a series that sends words sent its newest sample, where that is no number; else null. */
export function newestWordAt({ lastAt, data }: Pick<ChartLine, 'lastAt' | 'data'>): number | null {
  if (data === null || data.words.length === 0 || data.emptyAt === null) return null;
  return data.emptyAt > (lastAt ?? -Infinity) ? data.emptyAt : null;
}

/** Longer than a live chart stands still, ms. */
const TICK = 60_000;

function lastWithin({ lastAt, lastValue }: SeriesView, end: number): Told {
  return lastAt === null || lastAt >= end ? NOTHING : { at: lastAt, value: lastValue };
}

/** Names the scale of a unit. */
export function scaleOf(unit: string | null): string {
  return `y ${unit ?? ''}`;
}

export const HUES = 5;
/** With the hues enough for all lines that fit; each is told from the others within the 18 pixels of a swatch. */
const DASHES: readonly (readonly number[])[] = [
  [],
  [6, 3],
  [2, 3],
  [8, 3, 2, 3],
  [12, 3],
  [6, 3, 2, 3, 2, 3],
  [4, 6],
  [2, 6],
  [3, 1.5],
  [4, 2, 4, 8],
];

/** The token of a line's hue. */
export function hueOf(colour: number): `--s${1 | 2 | 3 | 4 | 5}` {
  return `--s${((colour % HUES) + 1) as 1 | 2 | 3 | 4 | 5}`;
}

/** More lines than hues are told apart by dashes, and by their names at the line's end. */
export function dashOf(colour: number): readonly number[] {
  return DASHES[Math.floor(colour / HUES) % DASHES.length] ?? [];
}
