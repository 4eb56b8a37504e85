import { lowerBound } from '../../../../shared/series/search.ts';
import type { SeriesData } from '../../../../shared/ipc/series.ts';
import type { Range } from '../time/range.ts';

/** A series as it came for the stretch in view, with some more on both sides. */
export interface SeriesView extends Omit<SeriesData, 'samples'> {
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  /** NaN: no value, or a gap. */
  readonly values: Float64Array;
}

interface FromBase64 {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}

/** Takes the samples out of the text that carried them. */
export function unpack({ samples, ...series }: SeriesData): SeriesView {
  // Of ES2026: the browsers that we run in have it, the compiler's library of ES2024 does not.
  const bytes = (Uint8Array as unknown as FromBase64).fromBase64(samples);
  const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  const count = numbers.length / 2;
  return { ...series, times: numbers.subarray(0, count), values: numbers.subarray(count) };
}

/** Index of the sample with a value that is nearest to a moment; null if none is within `reach` ms. */
function nearestSample(
  { times, values }: Pick<SeriesView, 'times' | 'values'>,
  at: number,
  reach: number,
): number | null {
  const right = lowerBound(times, at);
  let best: number | null = null;
  let distance = reach;
  const look = (start: number, step: 1 | -1): void => {
    for (let index = start; index >= 0 && index < times.length; index += step) {
      const away = Math.abs((times[index] ?? 0) - at);
      if (away > distance) return;
      if (Number.isNaN(values[index])) continue;
      best = index;
      distance = away;
      return;
    }
  };
  look(right, 1);
  look(right - 1, -1);
  return best;
}

/** What a series reads, and when; null if there is nothing to tell. */
export interface Told {
  readonly at: number | null;
  readonly value: number | null;
}

export const NOTHING: Told = { at: null, value: null };

/** The sample with a value that lies nearest to a moment. */
export function sampleAt(series: Pick<SeriesView, 'times' | 'values'>, at: number, reach: number): Told {
  const index = nearestSample(series, at, reach);
  if (index === null) return NOTHING;
  return { at: series.times[index] ?? null, value: series.values[index] ?? null };
}

/**
 * The sample that is drawn at a moment if each holds until the next one, with or without a value; nothing if there is
 * none, as after the last.
 */
export function heldAt({ times, values }: Pick<SeriesView, 'times' | 'values'>, at: number): Told {
  const right = lowerBound(times, at);
  const index = times[right] === at ? right : right - 1;
  const isDrawn = right < times.length;
  const value = values[index] ?? Number.NaN;
  return isDrawn && !Number.isNaN(value) ? { at: times[index] ?? null, value } : NOTHING;
}

/** What held in a stretch: lowest, mean of the time, highest. */
export interface Held {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/**
 * What held in a range if each value holds until the next sample, including one from before; null if nothing did. The
 * mean weighs each value by the time that it held. After the last sample nobody knows what holds.
 */
export function heldIn(
  { times, values }: Pick<SeriesView, 'times' | 'values'>,
  { from, to }: Range,
): Held | null {
  let [sum, held, min, max] = [0, 0, Infinity, -Infinity];
  for (let at = Math.max(0, lowerBound(times, from) - 1); at + 1 < times.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    const start = Math.max(from, times[at] ?? 0);
    if (start >= to) break;
    const length = Math.min(to, times[at + 1] ?? 0) - start;
    if (Number.isNaN(value) || length <= 0) continue;
    sum += value * length;
    held += length;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return held > 0 ? { min, mean: sum / held, max } : null;
}

/** The next sample with a value before or after a moment; null at the end. */
export function neighbour({ times, values }: SeriesView, at: number, step: 1 | -1): number | null {
  let index = step === 1 ? lowerBound(times, at + 1) : lowerBound(times, at) - 1;
  for (; index >= 0 && index < times.length; index += step) {
    if (!Number.isNaN(values[index])) return times[index] ?? null;
  }
  return null;
}

/**
 * Lowest and highest value of a line in a range, including one sample beyond it on each side, to which the line leads;
 * a line that holds (`step`) leads to none after it. Null if there is none.
 */
export function extent(
  { times, values }: SeriesView,
  { from, to }: Range,
  step: boolean,
): readonly [number, number] | null {
  const start = Math.max(0, lowerBound(times, from) - 1);
  const end = Math.min(times.length, lowerBound(times, to, start) + (step ? 0 : 1));
  let [low, high] = [Infinity, -Infinity];
  for (let index = start; index < end; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

/** The stretches of a range that were fetched of none of the series, in order. */
export function fetchedOfNone(series: readonly SeriesView[], range: Range): readonly Range[] {
  const [first, ...others] = series.map((each) => neverFetched([each], range));
  return others.reduce(inBoth, first ?? []);
}

function inBoth(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );
}

/** The stretches of a range that were never fetched of at least one of the series, in order, apart from each other. */
export function neverFetched(series: readonly SeriesView[], range: Range): readonly Range[] {
  const spans = series
    .flatMap(({ coverage }) => coverage)
    .filter(({ state, from, to }) => state === 'never' && to > range.from && from < range.to)
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .sort((a, b) => a.from - b.from);
  const joined: Range[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before !== undefined && span.from <= before.to) {
      joined[joined.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
    } else joined.push(span);
  }
  return joined;
}
