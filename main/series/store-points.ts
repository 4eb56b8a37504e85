import { median, type Samples } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';
import { believable, cover, type Range } from './coverage.ts';
import { DAY_MS, dayOf, decodeDay, encodeDay } from './day-blob.ts';
import { newerOf, newestOf } from './newest.ts';
import type { Breather } from './breather.ts';
import type { Covered, DayBlob, SeriesPlace, SeriesStore, StoredDay } from './ports.ts';
import { rollUp } from './rollup.ts';

/** Samples stored at a time: some milliseconds of work. */
const PART = 2_500;

/** Stores one answer part by part, each for a stretch of time, with turns for other work in between. */
export async function storeInParts(
  store: SeriesStore,
  place: SeriesPlace,
  id: string,
  fetched: Fetched,
  breather: Breather,
): Promise<void> {
  const { times, values } = fetched;
  let { from } = fetched;
  for (let start = 0; ;) {
    await breather.breathe();
    // A day that comes in two parts is written twice, so parts end with a day if they can.
    const next = times[start + PART];
    const dayEnd = next === undefined ? times.length : lowerBound(times, dayOf(next) * DAY_MS, start);
    const end = next === undefined ? times.length : dayEnd > start ? dayEnd : start + PART;
    const to = end === times.length ? fetched.to : (times[end] ?? fetched.to);
    const part = { times: times.subarray(start, end), values: values.subarray(start, end) };
    storePoints(store, place, id, { ...fetched, ...part, from, to });
    if (end === times.length) return;
    [start, from] = [end, to];
  }
}

/** What was noted later than `latest`, epoch ms, was noted by a clock that was ahead. */
type Fetched = Range &
  Samples & {
    readonly at: number;
    readonly latest: number;
    readonly words: readonly string[];
  };

/** How many texts that came in place of numbers are kept of a series. */
const WORDS = 3;

/**
 * Stores one answer. Within its range it replaces what was there, so that a sample that the service took back is gone
 * here too. What lies ahead of this computer's clock counts as fetched only as far as samples came.
 */
function storePoints(store: SeriesStore, place: SeriesPlace, id: string, fetched: Fetched): void {
  const { from, to, at, times, latest } = fetched;
  const facts = store.facts(place, [id])[0];
  if (facts === undefined) throw new Error(`No facts of ${id}`);
  const last = times.at(-1) ?? null;
  const coveredTo = Math.min(to, Math.max(at, last === null ? from : last + 1));
  const coverage = cover(believable(facts.coverage, latest), { from, to: coveredTo, fetchedAt: at });
  const newest = newerOf(facts, newestOf(fetched));
  const days = changedDays(store, place, id, fetched);
  store.write(
    place,
    {
      id,
      days: days.flatMap(({ day, samples }) => (samples.times.length === 0 ? [] : [storedDay(day, samples)])),
      emptied: days.filter(({ samples }) => samples.times.length === 0).map(({ day }) => day),
      coverage,
      newest,
      words: [...new Set([...facts.words, ...fetched.words])].slice(0, WORDS),
      checked: newest.lastAt !== null && isCovered(coverage, newest.lastAt, at),
    },
    at,
  );
}

/** A question up to now was asked a little before its answer came. */
const JUST_NOW_MS = 300_000;

/** Was everything from a moment up to now asked for? Only then it is known that nothing came after it. */
function isCovered(coverage: readonly Covered[], from: number, now: number): boolean {
  let edge = now - JUST_NOW_MS;
  for (const part of coverage.toReversed()) {
    if (part.to < edge) break;
    edge = Math.min(edge, part.from);
  }
  return edge <= from;
}

interface ChangedDay {
  readonly day: number;
  readonly samples: Samples;
}

/** Every day that has samples now or had some before. */
function changedDays(
  store: SeriesStore,
  place: SeriesPlace,
  id: string,
  { from, to, times, values }: Range & Samples,
): readonly ChangedDay[] {
  const [first, end] = [dayOf(from), dayOf(to - 1) + 1];
  const changed = new Map<number, ChangedDay>();
  for (const head of store.heads(place, id, first, end)) {
    const edge = head.day * DAY_MS < from || (head.day + 1) * DAY_MS > to;
    const kept = edge ? outside(store.points(place, id, head.day, head.day + 1), from, to) : NONE;
    changed.set(head.day, { day: head.day, samples: kept });
  }
  for (let at = 0; at < times.length;) {
    const day = dayOf(times[at] ?? 0);
    const next = lowerBound(times, (day + 1) * DAY_MS, at);
    const inside = { times: times.subarray(at, next), values: values.subarray(at, next) };
    changed.set(day, { day, samples: joined(changed.get(day)?.samples ?? NONE, inside) });
    at = next;
  }
  return [...changed.values()];
}

const NONE: Samples = { times: new Float64Array(0), values: new Float64Array(0) };

function outside(blobs: readonly DayBlob[], from: number, to: number): Samples {
  const [blob] = blobs;
  if (blob === undefined) return NONE;
  const { times, values } = decodeDay(blob.blob, blob.day);
  const start = lowerBound(times, from);
  const end = lowerBound(times, to, start);
  return joined(
    { times: times.subarray(0, start), values: values.subarray(0, start) },
    { times: times.subarray(end), values: values.subarray(end) },
  );
}

/** Two lists of samples with no time in common, as one in order. */
function joined(a: Samples, b: Samples): Samples {
  if (a.times.length === 0) return b;
  if (b.times.length === 0) return a;
  const at = lowerBound(a.times, b.times[0] ?? 0);
  const times = new Float64Array(a.times.length + b.times.length);
  const values = new Float64Array(times.length);
  for (const [into, before, inner] of [
    [times, a.times, b.times],
    [values, a.values, b.values],
  ] as const) {
    into.set(before.subarray(0, at));
    into.set(inner, at);
    into.set(before.subarray(at), at + inner.length);
  }
  return { times, values };
}

function storedDay(day: number, samples: Samples): StoredDay {
  const { times } = samples;
  const pauses = new Float64Array(times.length - 1).map((_, at) => (times[at + 1] ?? 0) - (times[at] ?? 0));
  return {
    day,
    count: times.length,
    firstAt: times[0] ?? 0,
    lastAt: times.at(-1) ?? 0,
    step: median(pauses),
    points: encodeDay(samples, day),
    rollups: {
      quarter: rollUp(samples, 'quarter'),
      hour: rollUp(samples, 'hour'),
      day: rollUp(samples, 'day'),
    },
  };
}
