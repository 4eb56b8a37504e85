import { median } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';
import { CadenceJudge, TELLING, tellingHeads } from './cadence.ts';
import type { SeriesContext } from './context.ts';
import { missing, type Range } from './coverage.ts';
import { DAY_MS, dayOf } from './day-blob.ts';
import { fetchSeries } from './fetch.ts';
import type { SeriesPlace } from './ports.ts';
import { storedSeries, type StoredSeries } from './stored-series.ts';

/** How many days are looked at beside a range: a week first, in which most valves move, then five. */
const WEEK = 7;
const MOST_DAYS = 35;
/** A sample within this many usual pauses of an end of the range leaves nothing empty there. */
const SOON = 2;

/**
 * Fetches what series held at the ends of a range. A set point that was changed at noon had a value all morning, and the
 * sample that tells which may be days old; on a day of last month, the one that shows until when it held may be days
 * younger. If none is found, or the service is not reached, the range is shown without.
 */
export async function fetchHeld(
  context: SeriesContext,
  place: SeriesPlace,
  ids: readonly string[],
  range: Range,
  signal: AbortSignal,
): Promise<void> {
  for (const days of [WEEK, MOST_DAYS]) {
    const wanted = storedSeries(context.store, place, ids).map((series) => ({
      id: series.facts.id,
      ranges: unknownBeside(series, range, days, context.env.now()),
      step: null,
    }));
    if ((await fetchSeries(context, place, wanted, signal)) !== null) return;
  }
}

/** What is to be asked for of the days before and after a range; nothing if it is known what the series held there. */
function unknownBeside(
  series: StoredSeries,
  { from, to }: Range,
  days: number,
  now: number,
): readonly Range[] {
  const { lastAt, checkedAt } = series.facts;
  // What was fetched once is enough here, even if more of it may have come since.
  const coverage = series.facts.coverage.map((part) => ({ ...part, fetchedAt: Infinity }));
  const isPast = to < now;
  // No series is drawn as held after its newest sample.
  if (isPast ? lastAt === null && checkedAt !== null : lastAt === null || lastAt < from) return [];
  const start = around(series, from);
  const end = around(series, to);
  const soon = SOON * usualPause(series, from, to);
  const ranges: Range[] = [];
  if (start.next - from > soon && !isSurelyEven(series, start.next < to ? start.next : from))
    ranges.push(...missing(coverage, { from: Math.max(start.last, from - days * DAY_MS), to: from }));
  if (isPast && to - end.last > soon && !isSurelyEven(series, end.last >= from ? end.last : from))
    ranges.push(...missing(coverage, { from: to, to: Math.min(end.next, now, to + days * DAY_MS) }));
  return ranges;
}

/** The times of the samples next to a moment, as far as they are here: the last before it, and the next one from it on. */
function around(series: StoredSeries, moment: number): { readonly last: number; readonly next: number } {
  const day = dayOf(moment);
  const heads = series.heads(day - MOST_DAYS - 1, day + MOST_DAYS + 2);
  const { times } = series.samplesOf(day);
  const at = lowerBound(times, moment);
  return {
    last: times[at - 1] ?? heads.findLast((head) => head.day < day)?.lastAt ?? -Infinity,
    next: times[at] ?? heads.find((head) => head.day > day)?.firstAt ?? Infinity,
  };
}

/** The usual pause within the days of a range, ms; 0 if it is not known. */
function usualPause(series: StoredSeries, from: number, to: number): number {
  const steps = series.heads(dayOf(from), dayOf(to - 1) + 1).flatMap(({ step }) => step ?? []);
  return median(Float64Array.from(steps)) ?? 0;
}

/** Are they sent at even pauses at a moment, as many show? A longer pause is a gap, and nothing is held over it. */
function isSurelyEven(series: StoredSeries, moment: number): boolean {
  const day = dayOf(moment);
  const heads = tellingHeads(series, day, day + 1);
  if (heads.reduce((sum, { count }) => sum + count, 0) <= TELLING) return false;
  return new CadenceJudge(series, heads).cadenceOf(moment, moment + 1) === 'even';
}
