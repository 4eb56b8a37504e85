import { slices } from '../sync/concurrency/in-turns.ts';
import type { Range } from './coverage.ts';

/** One query to the service. */
export interface SeriesRequest extends Range {
  readonly ids: readonly string[];
}

/** What a series lacks. */
export interface Wanted {
  readonly id: string;
  readonly ranges: readonly Range[];
  /** Usual pause between samples as far as it is known, ms. */
  readonly step: number | null;
}

/** Ids of one query: their text must fit into a request that every proxy takes. */
export const MOST_IDS = 50;
/** The most samples that an answer is expected to hold: some 2 MB of JSON, which is parsed at once. */
const SAMPLES = 50_000;
/**
 * The most parts of one stretch of time: enough for a century of minutes. If a part is still too large, it is split
 * again when that shows.
 */
const MOST_PARTS = 1200;
/** The pause between samples as long as nothing is known, ms: one reading a minute. */
const USUAL_STEP = 60_000;

/**
 * Any number of ids and any length of time as queries of bounded size: series that lack the same stretch are asked for
 * together, a long stretch in parts.
 */
export function splitQuery(wanted: readonly Wanted[]): readonly SeriesRequest[] {
  const groups = new Map<string, { readonly range: Range; readonly series: Wanted[] }>();
  for (const series of wanted) {
    for (const range of series.ranges) {
      const key = `${range.from} ${range.to}`;
      const group = groups.get(key) ?? { range, series: [] };
      group.series.push(series);
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(({ range, series }) => {
    const length = range.to - range.from;
    return batches(series, length).flatMap((batch) => {
      const ids = batch.map(({ id }) => id);
      const parts = Math.ceil(batch.reduce((sum, each) => sum + samples(each, length), 0) / SAMPLES);
      return inParts({ ids, ...range }, Math.min(parts, MOST_PARTS));
    });
  });
}

/** Puts as many series into one query as are expected to stay within its size, at least one. */
function batches(series: readonly Wanted[], length: number): readonly (readonly Wanted[])[] {
  const all: Wanted[][] = [];
  let load = Infinity;
  for (const each of series) {
    const more = samples(each, length);
    const last = all.at(-1);
    if (last === undefined || load + more > SAMPLES || last.length === MOST_IDS) {
      all.push([each]);
      load = more;
    } else {
      last.push(each);
      load += more;
    }
  }
  return all;
}

function samples(series: Wanted, length: number): number {
  return Math.max(1, length / Math.max(series.step ?? USUAL_STEP, 1));
}

function inParts(request: SeriesRequest, parts: number): readonly SeriesRequest[] {
  const { ids, from, to } = request;
  const border = (part: number): number =>
    part === parts ? to : Math.round(from + ((to - from) * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({ ids, from: border(part), to: border(part + 1) }));
}

/** Splits a query into this many parts, each about fewer series; null if it is about one series. */
export function fewerIds({ ids, from, to }: SeriesRequest, parts: number): readonly SeriesRequest[] | null {
  if (ids.length < 2) return null;
  const size = Math.ceil(ids.length / parts);
  return [...slices(ids, size)].map((some) => ({ ids: some, from, to }));
}

/** The shortest time to ask for, ms: no series has so many samples in it that the answer could be too large. */
const SHORTEST_MS = 120_000;

/** Splits a query into two halves of its time; null if it is too short for that. */
export function lessTime({ ids, from, to }: SeriesRequest): readonly [SeriesRequest, SeriesRequest] | null {
  if (to - from < SHORTEST_MS) return null;
  const middle = Math.floor((from + to) / 2);
  return [
    { ids, from, to: middle },
    { ids, from: middle, to },
  ];
}
