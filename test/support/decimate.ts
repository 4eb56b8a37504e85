import { Decimator, PER_COLUMN } from '../../shared/series/decimate.ts';
import type { IsGap, Samples } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';

interface Thinned extends Samples {
  /** True where every sample of the range is in it. */
  readonly whole: boolean;
}

/**
 * The samples of a range for a screen of so many columns. Where there are no more than four a column, all of them.
 * `gap` as of `gapLimit`: longer pauses are marked by a NaN (within the thinned ones only; see `withGaps`).
 */
export function decimate(
  times: Float64Array,
  values: Float64Array,
  from: number,
  to: number,
  columns: number,
  gap: number = Infinity,
): Thinned {
  const start = lowerBound(times, from);
  const end = lowerBound(times, to, start);
  if (end - start <= columns * PER_COLUMN) {
    return { times: times.slice(start, end), values: values.slice(start, end), whole: true };
  }
  const decimator = new Decimator(from, to, columns, longerThan(gap));
  decimator.push(times, values);
  return { ...decimator.finish(), whole: false };
}

/** Pauses that are longer than this, ms, are gaps. */
export function longerThan(limit: number): IsGap {
  return (before, after) => after - before > limit;
}
