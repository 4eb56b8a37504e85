import type { Samples } from '../../shared/series/gaps.ts';
import { PER_COLUMN } from '../../shared/series/decimate.ts';
import type { Summary } from '../../shared/series/statistics.ts';
import { DAY_MS } from './day-blob.ts';
import type { RollupLevel } from './ports.ts';

/** Lengths of the stretches that are summed up, ms. */
export const LEVEL_MS: Readonly<Record<RollupLevel, number>> = {
  quarter: 900_000,
  hour: 3_600_000,
  day: DAY_MS,
};

/**
 * A stretch summed up. First, low, high and last are real samples with their times (NaN where none has a value), so that
 * a chart of a long range shows what the samples themselves would show.
 */
export interface Bucket extends Summary {
  readonly firstAt: number;
  readonly lowAt: number;
  readonly highAt: number;
  readonly lastAt: number;
}

const NUMBERS = 10;

/** The stretches of one day that hold samples; null where that would be no shorter than the samples. */
export function rollUp({ times, values }: Samples, level: RollupLevel): Uint8Array | null {
  const length = LEVEL_MS[level];
  if (times.length <= (DAY_MS / length) * PER_COLUMN && level !== 'day') return null;
  const rows: number[] = [];
  for (let at = 0; at < times.length;) {
    const end = (Math.floor((times[at] ?? 0) / length) + 1) * length;
    let next = at + 1;
    while (next < times.length && (times[next] ?? 0) < end) next += 1;
    rows.push(...sumUp(times, values, at, next));
    at = next;
  }
  return new Uint8Array(Float64Array.from(rows).buffer);
}

function sumUp(times: Float64Array, values: Float64Array, start: number, end: number): readonly number[] {
  let [count, sum, low, high, first, last] = [0, 0, Infinity, -Infinity, Number.NaN, Number.NaN];
  let firstAt = times[start] ?? 0;
  let [lowAt, highAt, lastAt] = [firstAt, firstAt, firstAt];
  for (let at = start; at < end; at += 1) {
    const value = values[at] ?? Number.NaN;
    const time = times[at] ?? 0;
    if (Number.isNaN(value)) continue;
    if (count === 0) [first, firstAt] = [value, time];
    if (value < low) [low, lowAt] = [value, time];
    if (value > high) [high, highAt] = [value, time];
    [last, lastAt] = [value, time];
    count += 1;
    sum += value;
  }
  if (count === 0) [low, high] = [Number.NaN, Number.NaN];
  return [count, sum, firstAt, first, lowAt, low, highAt, high, lastAt, last];
}

export function readRollup(stored: Uint8Array): readonly Bucket[] {
  // Numbers are read where they lie, if they lie as a processor wants them.
  const numbers =
    stored.byteOffset % 8 === 0
      ? new Float64Array(stored.buffer, stored.byteOffset, stored.byteLength / 8)
      : new Float64Array(stored.slice().buffer);
  const buckets: Bucket[] = [];
  const number = (at: number): number => numbers[at] ?? Number.NaN;
  // By index: taking ten numbers apart as a list would cost ten times as much, and there are very many.
  for (let at = 0; at + NUMBERS <= numbers.length; at += NUMBERS) {
    buckets.push({
      count: number(at),
      sum: number(at + 1),
      firstAt: number(at + 2),
      first: number(at + 3),
      lowAt: number(at + 4),
      low: number(at + 5),
      highAt: number(at + 6),
      high: number(at + 7),
      lastAt: number(at + 8),
      last: number(at + 9),
    });
  }
  return buckets;
}

/**
 * Takes out the samples that buckets kept, in order of time, each once. The lists are its own and hold until the next
 * ones are taken: a chart of years goes through ten thousand days, and lists for each would be most of the work.
 */
export class KeptSamples {
  #times = new Float64Array(0);
  #values = new Float64Array(0);
  #kept = 0;

  take(buckets: readonly Bucket[]): Samples {
    const most = buckets.length * PER_COLUMN;
    if (most > this.#times.length) {
      this.#times = new Float64Array(most);
      this.#values = new Float64Array(most);
    }
    this.#kept = 0;
    for (const { firstAt, first, lowAt, low, highAt, high, lastAt, last } of buckets) {
      this.#keep(firstAt, first);
      if (lowAt < highAt) {
        this.#keep(lowAt, low);
        this.#keep(highAt, high);
      } else {
        this.#keep(highAt, high);
        this.#keep(lowAt, low);
      }
      this.#keep(lastAt, last);
    }
    return { times: this.#times.subarray(0, this.#kept), values: this.#values.subarray(0, this.#kept) };
  }

  #keep(time: number, value: number): void {
    if (this.#kept > 0 && (this.#times[this.#kept - 1] ?? 0) >= time) return;
    this.#times[this.#kept] = time;
    this.#values[this.#kept] = value;
    this.#kept += 1;
  }
}

/** The coarsest level of which four stretches still fit into a column; null: only the samples are fine enough. */
export function levelFor(columnMs: number): RollupLevel | null {
  const fits = (level: RollupLevel): boolean => LEVEL_MS[level] * 4 <= columnMs;
  return fits('day') ? 'day' : fits('hour') ? 'hour' : fits('quarter') ? 'quarter' : null;
}
