import { Decimator, PER_COLUMN } from '../../shared/series/decimate.ts';
import { usualInterval, withGaps, type IsGap, type Samples } from '../../shared/series/gaps.ts';
import { lowerBound } from '../../shared/series/search.ts';
import { StatisticsTally, type Statistics } from '../../shared/series/statistics.ts';
import { stepOf } from './cadence.ts';
import type { Range } from './coverage.ts';
import { DAY_MS, decodeDay } from './day-blob.ts';
import type { Breather } from './breather.ts';
import type { DayHead, RollupLevel } from './ports.ts';
import { KeptSamples, LEVEL_MS, levelFor, readRollup, type Bucket } from './rollup.ts';
import type { StoredSeries } from './stored-series.ts';

export interface Loaded extends Samples {
  readonly whole: boolean;
  readonly stats: Statistics;
  /** Samples that the statistics leave out, since they have no value. */
  readonly without: number;
  readonly interval: number | null;
}

export interface LoadOptions {
  readonly range: Range;
  /** The part of it that statistics are of. */
  readonly counted: Range;
  /** The days of the range that hold samples. */
  readonly heads: readonly DayHead[];
  /** Null: every sample, without marks of gaps. */
  readonly thinning: { readonly columns: number; readonly isGap: IsGap } | null;
  readonly breather: Breather;
}

/** What is read from the store at a time: some milliseconds of work. */
const DAYS = 64;
const SAMPLES = 20_000;

/** The samples of a range, thinned where there are more than four a column. */
export async function loadPoints(series: StoredSeries, options: LoadOptions): Promise<Loaded> {
  const { heads, thinning } = options;
  const most = heads.reduce((sum, head) => sum + head.count, 0);
  const reader = new DayReader(series, options);
  if (thinning !== null && most > thinning.columns * PER_COLUMN)
    return reader.thinned(thinning.columns, thinning.isGap);
  return reader.all(most, thinning?.isGap ?? null);
}

class DayReader {
  readonly #series: StoredSeries;
  readonly #options: LoadOptions;
  /** Of the stretch that statistics are of, with and without a value. */
  #samples = 0;

  constructor(series: StoredSeries, options: LoadOptions) {
    this.#series = series;
    this.#options = options;
  }

  async all(most: number, isGap: IsGap | null): Promise<Loaded> {
    const { from, to } = this.#options.range;
    let times = new Float64Array(most);
    let values = new Float64Array(most);
    const tally = new StatisticsTally();
    let count = 0;
    for await (const heads of this.#slices()) {
      for (const day of this.#days(heads)) {
        const start = lowerBound(day.times, from);
        const end = lowerBound(day.times, to, start);
        // Another question may have brought more of a day since the days were counted.
        times = withRoom(times, count + end - start);
        values = withRoom(values, count + end - start);
        times.set(day.times.subarray(start, end), count);
        values.set(day.values.subarray(start, end), count);
        this.#count(tally, day);
        count += end - start;
      }
    }
    const samples = { times: times.subarray(0, count), values: values.subarray(0, count) };
    const interval = usualInterval(samples.times);
    const shown = isGap === null ? samples : withGaps(samples, isGap);
    return { ...shown, whole: true, ...this.#statsOf(tally), interval };
  }

  async thinned(columns: number, isGap: IsGap): Promise<Loaded> {
    const { heads, range } = this.#options;
    const { from, to } = range;
    const level = levelFor((to - from) / columns);
    const interval = stepOf(heads);
    // Between the samples of a rollup a pause of its own length says nothing.
    const least = level === null ? 0 : LEVEL_MS[level];
    const decimator = new Decimator(
      from,
      to,
      columns,
      (before, after) => after - before > least && isGap(before, after),
    );
    const tally = new StatisticsTally();
    const rolledUp = new KeptSamples();
    for await (const slice of this.#slices(level === null ? SAMPLES : Infinity)) {
      const rolled = level === null ? NO_ROLLUPS : this.#rollups(slice, level);
      const lacking = slice.filter(({ day }) => !this.#isWhole(day) || !rolled.has(day));
      const raw = new Map(this.#days(lacking).map((each) => [each.day, each]));
      for (const { day, count } of slice) {
        const samples = raw.get(day);
        if (samples !== undefined) {
          this.#count(tally, samples);
          decimator.push(samples.times, samples.values);
          continue;
        }
        const buckets = rolled.get(day) ?? [];
        if (this.#isCounted(day)) this.#countRolledUp(tally, buckets, count);
        const kept = rolledUp.take(buckets);
        decimator.push(kept.times, kept.values);
      }
    }
    return { ...decimator.finish(), whole: false, ...this.#statsOf(tally), interval };
  }

  /** The days of the range a few at a time, with room for other work between them; one at least. */
  async *#slices(most: number = SAMPLES): AsyncGenerator<readonly DayHead[]> {
    const { heads, breather } = this.#options;
    for (let at = 0; at < heads.length;) {
      let end = at;
      for (let samples = 0; end < Math.min(at + DAYS, heads.length); end += 1) {
        samples += heads[end]?.count ?? 0;
        if (samples > most && end > at) break;
      }
      yield heads.slice(at, end);
      at = end;
      await breather.breathe();
    }
  }

  /** Does the day lie in the range, and not across an edge of what is counted? Only then a rollup stands for it. */
  #isWhole(day: number): boolean {
    const { range, counted } = this.#options;
    const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
    const across = (edge: number): boolean => start < edge && edge < end;
    return start >= range.from && end <= range.to && !across(counted.from) && !across(counted.to);
  }

  #isCounted(day: number): boolean {
    const { counted } = this.#options;
    return day * DAY_MS >= counted.from && (day + 1) * DAY_MS <= counted.to;
  }

  /** Adds the samples of a day to the statistics, as far as these are of it. */
  #count(tally: StatisticsTally, { times, values }: Samples): void {
    const { counted } = this.#options;
    const start = lowerBound(times, counted.from);
    const end = lowerBound(times, counted.to, start);
    tally.push(values, start, end);
    this.#samples += end - start;
  }

  /** The same for a day of which only its rollup is read. `count`: its samples, as they were counted. */
  #countRolledUp(tally: StatisticsTally, buckets: readonly Bucket[], count: number): void {
    // Another question may have brought more of the day since it was counted.
    this.#samples += Math.max(count, valuesIn(buckets));
    for (const bucket of buckets) tally.pushSummary(bucket);
  }

  #statsOf(tally: StatisticsTally): Pick<Loaded, 'stats' | 'without'> {
    const stats = tally.result();
    return { stats, without: this.#samples - stats.count };
  }

  /** In the order of the heads; what was dropped since they were read is left out. */
  #days(heads: readonly DayHead[]): readonly (Samples & { readonly day: number })[] {
    const [first, last] = [heads[0], heads.at(-1)];
    if (first === undefined || last === undefined) return [];
    const wanted = new Set(heads.map(({ day }) => day));
    return this.#series
      .points(first.day, last.day + 1)
      .filter(({ day }) => wanted.has(day))
      .map(({ day, blob }) => ({ day, ...decodeDay(blob, day) }));
  }

  #rollups(
    heads: readonly DayHead[],
    level: RollupLevel,
  ): ReadonlyMap<number, ReturnType<typeof readRollup>> {
    const [first, last] = [heads[0], heads.at(-1)];
    if (first === undefined || last === undefined) return NO_ROLLUPS;
    const rows = this.#series.rollups(level, first.day, last.day + 1);
    return new Map(rows.map(({ day, blob }) => [day, readRollup(blob)]));
  }
}

const NO_ROLLUPS: ReadonlyMap<number, ReturnType<typeof readRollup>> = new Map();

function valuesIn(buckets: readonly Bucket[]): number {
  return buckets.reduce((sum, bucket) => sum + bucket.count, 0);
}

function withRoom(list: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (length <= list.length) return list;
  const longer = new Float64Array(length);
  longer.set(list);
  return longer;
}
