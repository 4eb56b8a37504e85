import type { IsGap, Samples } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';
import { FAR_DAYS } from './cadence.ts';
import type { Range } from './coverage.ts';
import { dayOf } from './day-blob.ts';
import type { DayHead } from './ports.ts';
import type { StoredSeries } from './stored-series.ts';

interface Beside {
  /** What was loaded. */
  readonly wide: Range;
  /** The part of it that is looked at. */
  readonly view: Range;
  /** Days of the series, within that and on either side. */
  readonly heads: readonly DayHead[];
  readonly isGap: IsGap;
}

/**
 * Adds the samples before and after the loaded ones, if a line leads from them into the view: what a valve has held
 * since yesterday is to be seen today as well.
 */
export function withNeighbours(
  series: StoredSeries,
  samples: Samples,
  { wide, view, heads, isGap }: Beside,
): Samples {
  const { times } = samples;
  const [first = Infinity, last = -Infinity] = [times[0], times.at(-1)];
  const sampleIn = (head: DayHead | undefined, from: number, step: 0 | -1): Sample | null =>
    head === undefined ? null : sampleOf(series.samplesOf(head.day), from, step);
  const [start, end] = [dayOf(wide.from), dayOf(wide.to)];
  const isBefore = ({ firstAt }: DayHead): boolean => firstAt < wide.from;
  const isAfter = ({ lastAt }: DayHead): boolean => lastAt >= wide.to;
  // A heating valve may hold all summer: the days at hand may not reach back that far.
  const dayBefore = (): DayHead | undefined =>
    heads.findLast(isBefore) ?? series.heads(start - FAR_DAYS, start).findLast(isBefore);
  const dayAfter = (): DayHead | undefined =>
    heads.find(isAfter) ?? series.heads(end, end + FAR_DAYS).find(isAfter);
  const before = first <= view.from ? null : sampleIn(dayBefore(), wide.from, -1);
  const after = last >= view.to ? null : sampleIn(dayAfter(), wide.to, 0);
  if (times.length === 0) {
    const isHeld = before !== null && after !== null && !isGap(before.at, after.at);
    return isHeld ? joined(before, samples, after) : samples;
  }
  return joined(
    before !== null && !isGap(before.at, first) ? before : null,
    samples,
    after !== null && !isGap(last, after.at) ? after : null,
  );
}

interface Sample {
  readonly at: number;
  readonly value: number;
}

/** The first sample at or after a moment (`step` 0), or the one before that (`step` -1). */
function sampleOf({ times, values }: Samples, from: number, step: 0 | -1): Sample | null {
  const index = lowerBound(times, from) + step;
  const at = times[index];
  return at === undefined ? null : { at, value: values[index] ?? Number.NaN };
}

function joined(before: Sample | null, { times, values }: Samples, after: Sample | null): Samples {
  const [start, end] = [before === null ? [] : [before], after === null ? [] : [after]];
  if (start.length + end.length === 0) return { times, values };
  return {
    times: Float64Array.from([...start.map(({ at }) => at), ...times, ...end.map(({ at }) => at)]),
    values: Float64Array.from([
      ...start.map(({ value }) => value),
      ...values,
      ...end.map(({ value }) => value),
    ]),
  };
}
