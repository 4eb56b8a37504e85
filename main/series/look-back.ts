import { median } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';
import { CadenceJudge, TELLING, tellingHeads } from './cadence.ts';
import type { SeriesContext } from './context.ts';
import { missing, type Range } from './coverage.ts';
import { DAY_MS, dayOf, decodeDay } from './day-blob.ts';
import { fetchSeries } from './fetch.ts';
import type { SeriesFacts, SeriesPlace, SeriesStore } from './ports.ts';

/** How many days are looked back: a week first, in which most valves have moved, then five. */
const WEEK = 7;
const MOST_DAYS = 35;
/** A first sample that comes within this many usual pauses leaves no beginning empty. */
const SOON = 2;

/**
 * Fetches what series held when a range began. A set point that was changed at noon had a value all morning, and the
 * sample that tells which may be days old. If none is found, or the service is not reached, the range is shown without.
 */
export async function fetchHeld(
  context: SeriesContext,
  place: SeriesPlace,
  ids: readonly string[],
  range: Range,
  signal: AbortSignal,
): Promise<void> {
  for (const days of [WEEK, MOST_DAYS]) {
    const wanted = context.store.facts(place, ids).map((facts) => ({
      id: facts.id,
      ranges: unknownBefore(context, place, facts, range, days),
      step: null,
    }));
    if ((await fetchSeries(context, place, wanted, signal)) !== null) return;
  }
}

/** What is to be asked for of the days before a range; nothing if it is known what the series held then. */
function unknownBefore(
  { store }: SeriesContext,
  place: SeriesPlace,
  facts: SeriesFacts,
  range: Range,
  days: number,
): readonly Range[] {
  const { id, coverage, lastAt } = facts;
  // After its newest sample no series is drawn as held.
  if (lastAt === null || lastAt < range.from) return [];
  const day = dayOf(range.from);
  const heads = store.heads(place, id, day - MOST_DAYS - 1, dayOf(range.to - 1) + 1);
  const [stored] = store.points(place, id, day, day + 1);
  const times = stored === undefined ? NONE : decodeDay(stored.blob, day).times;
  const at = lowerBound(times, range.from);
  const first = times[at] ?? heads.find((head) => head.day > day)?.firstAt ?? Infinity;
  const steps = heads.flatMap((head) => (head.day < day ? [] : (head.step ?? [])));
  if (first - range.from <= SOON * (median(Float64Array.from(steps)) ?? 0)) return [];
  if (isSurelyEven(store, place, facts, Number.isFinite(first) ? first : range.from)) return [];
  const last = times[at - 1] ?? heads.findLast((head) => head.day < day)?.lastAt ?? -Infinity;
  return missing(coverage, { from: Math.max(last, range.from - days * DAY_MS), to: range.from });
}

/** Is the series sent at even pauses then, as many samples show? A longer pause is a gap, and nothing is held over it. */
function isSurelyEven(store: SeriesStore, place: SeriesPlace, facts: SeriesFacts, at: number): boolean {
  const day = dayOf(at);
  const heads = tellingHeads(store, place, facts.id, day, day + 1);
  const isTold = heads.reduce((sum, { count }) => sum + count, 0) > TELLING;
  return isTold && new CadenceJudge(store, place, facts, heads).paceOf(at, at + 1) === 'even';
}

const NONE = new Float64Array(0);
