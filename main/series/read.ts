import type { Failure } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { ignoreFailure } from '../sync/ports/failure-error.ts';
import { PER_COLUMN } from '../../shared/series/decimate.ts';
import { median } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';
import type { Statistics } from '../../shared/series/statistics.ts';
import { withNeighbours } from './beside-range.ts';
import { CadenceJudge, stepOf, tellingHeads, type Cadence } from './cadence.ts';
import { latestNoted, placeOf, type SeriesContext } from './context.ts';
import {
  BACKFILL_MS,
  believable,
  coverageSpans,
  holes,
  missing,
  united,
  type CoverageSpan,
  type Range,
} from './coverage.ts';
import { DAY_MS, dayOf } from './day-blob.ts';
import { evict } from './evict.ts';
import { fetchSeries } from './fetch.ts';
import { loadPoints, type Loaded, type LoadOptions } from './load.ts';
import { fetchHeld } from './look-beside.ts';
import { Breather } from './breather.ts';
import { END_DAY, FIRST_DAY, type DayHead, type SeriesFacts, type SeriesPlace } from './ports.ts';
import { storedSeries, type StoredSeries } from './stored-series.ts';

/** Which series, and of which stretch; it may begin and end between two milliseconds. */
interface SeriesQuestion extends Range {
  readonly site: SiteId;
  readonly ids: readonly string[];
}

export interface ReadOptions {
  /** Most samples of each series in the range, thinned so that no spike is lost; null: every one, no marks of gaps. */
  readonly maxPoints: number | null;
  /**
   * Samples and coverage reach so many ms further on both sides, as far as they are here; nothing else does. Where samples are
   * to be drawn, one beyond comes too if a line leads to it.
   */
  readonly margin?: number;
  /** False: only what is here already. */
  readonly fetch: boolean;
  /** Fetches the whole range, even what is here: the service may have corrected it since. */
  readonly again?: boolean;
  readonly signal: AbortSignal;
  /** How much of what has to be fetched is here, from 0 to 1. */
  readonly onShare?: ((share: number) => void) | undefined;
}

/** One series of a range as it is here. */
export interface SeriesReading {
  readonly id: string;
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  /** NaN: the sample has no value, or, where samples were thinned or counted, a gap. */
  readonly values: Float64Array;
  /** True where every sample of the range is in it. */
  readonly whole: boolean;
  /** Of every sample of the range. */
  readonly stats: Statistics;
  /** Samples of the range without a value. */
  readonly without: number;
  /** Some of the texts that the series ever sent in place of numbers. */
  readonly words: readonly string[];
  readonly coverage: readonly CoverageSpan[];
  /** The usual pause between samples, ms; null if it is not known, or they come in bursts. */
  readonly interval: number | null;
  /** Null if every sample is given, as for a table, or the range is empty. */
  readonly cadence: Cadence | null;
  /** True: it has data. False: asked, and none of the last ten years. Null: never asked. */
  readonly known: boolean | null;
  /** Time of the newest sample with a value that ever came of it; null where none did. */
  readonly lastAt: number | null;
  /** Its value; null also if that sample is not here. */
  readonly lastValue: number | null;
  /** Time of its newest sample where that has no value; null where it has one. */
  readonly emptyAt: number | null;
  /** When the newest part of the range was fetched, epoch ms; null where none was. */
  readonly fetchedAt: number | null;
}

export interface SeriesAnswer extends Range {
  readonly series: readonly SeriesReading[];
  /** True if something could not be asked again or, without fetching, if something would have to be asked. */
  readonly stale: boolean;
  /** "Data as of": the oldest of the series' times; null where nothing is here. */
  readonly fetchedAt: number | null;
  /** Why it is stale. */
  readonly trouble: Failure | null;
}

/**
 * Reads series of a site. What is missing here is fetched first (the last 24 hours again); if the service is not
 * reached, the answer is what is here. Never fails for the world's sake: `trouble` says what went wrong. Works in short
 * stretches, so that the process stays responsive.
 */
export async function readSeries(
  context: SeriesContext,
  { site, ids, from, to }: SeriesQuestion,
  options: ReadOptions,
): Promise<SeriesAnswer> {
  const place = placeOf(context, site);
  const range = { from: Math.ceil(from), to: Math.ceil(to) };
  const asked = [...new Set(ids)];
  const trouble = options.fetch ? await bringUpToDate(context, place, asked, range, options) : null;
  const isDrawn = options.maxPoints !== null && range.from < range.to;
  if (options.fetch && isDrawn && trouble === null)
    await fetchHeld(context, place, asked, range, options.signal);
  const now = context.env.now();
  await forTheCache(() => context.store.touch(place, asked, now));
  const breather = new Breather(context.env);
  const stretch = stretchOf(range, options);
  const series: SeriesReading[] = [];
  for (const stored of storedSeries(context.store, place, asked)) {
    series.push(await readOne(context, stored, stretch, breather));
    await breather.breathe();
  }
  const times = series.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  if (options.fetch) await forTheCache(() => evict(context));
  const lacks = storedSeries(context.store, place, asked).some(
    (stored) => wantedOf(context, stored, range).length > 0,
  );
  return {
    ...range,
    series,
    stale: trouble !== null || (!options.fetch && lacks),
    fetchedAt: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    trouble,
  };
}

/**
 * Writes what only the cache needs. Where nothing can be written, as on a full disk or while another program locks the
 * database, what is here is read all the same.
 */
async function forTheCache(write: () => Promise<void> | void): Promise<void> {
  try {
    await write();
  } catch (error) {
    ignoreFailure(error);
  }
}

async function bringUpToDate(
  context: SeriesContext,
  place: SeriesPlace,
  ids: readonly string[],
  range: Range,
  { again = false, signal, onShare }: Pick<ReadOptions, 'again' | 'signal' | 'onShare'>,
): Promise<Failure | null> {
  if (range.from >= range.to) return null;
  const wanted = storedSeries(context.store, place, ids).map((series) => ({
    id: series.facts.id,
    ranges: again ? keepable(range) : wantedOf(context, series, range),
    step: stepOf(newestHeads(series)),
  }));
  return fetchSeries(context, place, wanted, signal, onShare);
}

/** The part of a range of which samples can be kept; none where it lies beyond. */
function keepable({ from, to }: Range): readonly Range[] {
  const kept = { from: Math.max(from, FIRST_DAY * DAY_MS), to: Math.min(to, END_DAY * DAY_MS) };
  return kept.from < kept.to ? [kept] : [];
}

/**
 * The parts of a range to ask for: those that are not here, and those that had no sample when they were fetched and
 * may have some now.
 */
function wantedOf(context: SeriesContext, series: StoredSeries, asked: Range): readonly Range[] {
  const [range] = keepable(asked);
  if (range === undefined) return [];
  const now = context.env.now();
  const coverage = believable(series.facts.coverage, latestNoted(context));
  const recent = { from: Math.max(range.from, now - BACKFILL_MS), to: range.to };
  if (recent.from >= recent.to) return missing(coverage, range);
  const [first, end] = [dayOf(recent.from), dayOf(recent.to - 1) + 1];
  const found = holes(coverage, series.heads(first, end), recent, now);
  return united([...missing(coverage, range), ...unusual(series, recent, found)]);
}

/** This many silences in a month may be the way in which a series is sent. */
const MANY_SILENCES = 5;

/** The holes, without the silences of a valve that rests each night, which would all be asked for every hour. */
function unusual(series: StoredSeries, range: Range, found: readonly Range[]): readonly Range[] {
  if (found.length < MANY_SILENCES) return found;
  const telling = tellingHeads(series, dayOf(range.from), dayOf(range.to - 1) + 1);
  if (new CadenceJudge(series, telling).cadenceOf(range.from, range.to) !== 'uneven') return found;
  const usual = median(Float64Array.from(found, ({ from, to }) => to - from)) ?? 0;
  return found.filter(({ from, to }) => to - from > 2 * usual);
}

function newestHeads(series: StoredSeries): readonly DayHead[] {
  const { lastAt } = series.facts;
  return lastAt === null ? [] : series.heads(dayOf(lastAt) - 7, dayOf(lastAt) + 1);
}

/** The stretch that is asked for, and how it is given. */
interface Stretch {
  readonly range: Range;
  /** The range with its margins. */
  readonly wide: Range;
  /** Columns that the samples of `wide` are thinned to. Null: every sample is given, as for a table. */
  readonly columns: number | null;
}

function stretchOf(range: Range, { margin = 0, maxPoints }: ReadOptions): Stretch {
  const beside = Math.round(margin);
  const wide = { from: range.from - beside, to: range.to + beside };
  return { range, wide, columns: columnsOf(maxPoints, range, wide) };
}

/** One series as it is here. */
async function readOne(
  context: SeriesContext,
  series: StoredSeries,
  stretch: Stretch,
  breather: Breather,
): Promise<SeriesReading> {
  const { range, wide } = stretch;
  const { facts } = series;
  const isEmpty = range.from >= range.to;
  const { judge, heads, ...loaded } = await samplesOf(series, stretch, breather);
  const latest = latestNoted(context);
  const newest = facts.coverage.findLast((part) => part.from < range.to && part.to > range.from);
  return {
    id: facts.id,
    words: facts.words,
    ...loaded,
    cadence: judge?.cadenceOf(range.from, range.to) ?? null,
    interval: judge?.inBursts(range.from, range.to) === true ? null : loaded.interval,
    coverage: isEmpty ? [] : coverageSpans(facts.coverage, heads, wide),
    lastAt: facts.lastAt,
    lastValue: valueAt(series, facts.lastAt),
    emptyAt: facts.emptyAt,
    known: isKnown(facts),
    // An older part may have been asked for again since, for a gap in it.
    // By a clock that was ahead, or one that is behind now, it would be a time to come.
    fetchedAt: newest === undefined ? null : Math.min(newest.fetchedAt, latest),
  };
}

/** True: it has data. False: it was asked for and has none. Null: it was never asked for. */
function isKnown({ lastAt, emptyAt, checkedAt }: SeriesFacts): boolean | null {
  if (lastAt !== null || emptyAt !== null) return true;
  return checkedAt === null ? null : false;
}

/** Samples with what tells their gaps. */
interface JudgedSamples extends Loaded {
  /** Null if nothing is drawn: every sample is given, or the range is empty. */
  readonly judge: CadenceJudge | null;
  /** The days of the stretch that hold samples. */
  readonly heads: readonly DayHead[];
}

async function samplesOf(
  series: StoredSeries,
  { range, wide, columns }: Stretch,
  breather: Breather,
): Promise<JudgedSamples> {
  const isEmpty = range.from >= range.to;
  const [first, end] = [dayOf(wide.from), dayOf(wide.to - 1) + 1];
  const load = (heads: readonly DayHead[], thinning: LoadOptions['thinning']): Promise<Loaded> =>
    loadPoints(series, { range: wide, counted: range, heads, thinning, breather });
  if (isEmpty || columns === null) {
    const heads = isEmpty ? [] : series.heads(first, end);
    return { ...(await load(heads, null)), judge: null, heads };
  }
  const telling = tellingHeads(series, first, end);
  const heads = telling.filter(({ day }) => day >= first && day < end);
  const judge = new CadenceJudge(series, telling);
  await judge.judge(wide.from, wide.to, breather);
  const { isGap } = judge;
  const loaded = await load(heads, { columns, isGap });
  const beside = { wide, view: range, heads: telling, isGap };
  const { times, values } = withNeighbours(series, loaded, beside);
  return { ...loaded, times, values, judge, heads };
}

/** The value of a series at a moment. The newest sample may lie far outside of the range, or be thinned away. */
function valueAt(series: StoredSeries, at: number | null): number | null {
  if (at === null) return null;
  const { times, values } = series.samplesOf(dayOf(at));
  const index = lowerBound(times, at);
  const value = times[index] === at ? (values[index] ?? Number.NaN) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** The number of columns for range and margins: they are as wide in the margins as in the range. */
function columnsOf(maxPoints: number | null, range: Range, wide: Range): number | null {
  if (maxPoints === null) return null;
  const columns = Math.max(1, Math.floor(maxPoints / PER_COLUMN));
  return range.from >= range.to
    ? columns
    : Math.ceil((columns * (wide.to - wide.from)) / (range.to - range.from));
}
