import type { SeriesPoints } from '../../../sync/ports/service.ts';
import { readTime } from './series-time.ts';

/** Gathers the points of one series in any order and unit, and hands them out normalised. */
export class PointCollector {
  readonly #numbers: number[] = [];
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  readonly #pairs: (readonly unknown[])[] = [];
  #isSpoiled = false;
  #read = 0;
  #unread = 0;

  /** False where the time cannot be read; a point without a time is left out. */
  add(time: unknown, value: unknown): boolean {
    const raw = readTime(time);
    if (raw === null) return true;
    if ('number' in raw) {
      if (!Number.isFinite(raw.number)) return false;
      this.#numbers.push(this.#times.length);
      this.#times.push(raw.number);
    } else {
      if (Number.isNaN(raw.ms)) return false;
      this.#times.push(raw.ms);
    }
    const read = readValue(value);
    if (read === null) this.#unread += 1;
    else if (!Number.isNaN(read)) this.#read += 1;
    this.#values.push(read ?? Number.NaN);
    return true;
  }

  /** A point as two members, of which only the whole reply tells which is the time. */
  addPair(pair: readonly unknown[]): void {
    this.#pairs.push(pair);
  }

  get pairs(): readonly (readonly unknown[])[] {
    return this.#pairs;
  }

  /** Takes the pairs, once that is known. False where a time cannot be read. */
  takePairs(timeSecond: boolean): boolean {
    return this.#pairs.every(([one, other]) => (timeSecond ? this.add(other, one) : this.add(one, other)));
  }

  /** A part of it is in a shape that is not known: nothing of it is believed. */
  spoil(): void {
    this.#isSpoiled = true;
  }

  get isSpoiled(): boolean {
    return this.#isSpoiled;
  }

  /** Nothing can be told of it: there are values, and none of them one that can be read, or it is in no known shape. */
  get isUnread(): boolean {
    return this.#isSpoiled || (this.#unread > 0 && this.#read === 0);
  }

  get hasValues(): boolean {
    return this.#read > 0;
  }

  /** The times that are numbers; their unit is decided over all series of a reply together. */
  *numbers(): Generator<number> {
    for (const index of this.#numbers) yield this.#times[index] ?? 0;
  }

  /** Ascending, one value per time (the last that came, unless it is none), from `from` up to but not including `to`. */
  finish(id: string, unit: number, range: { readonly from: number; readonly to: number }): SeriesPoints {
    for (const index of this.#numbers) this.#times[index] = Math.round((this.#times[index] ?? 0) * unit);
    const times = this.#times;
    let order: readonly number[] = times.map((_, index) => index);
    // Most services answer in order; a stable sort keeps the later of two equal times behind the earlier.
    if (!isAscending(times)) order = order.toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
    const keptTimes = new Float64Array(times.length);
    const keptValues = new Float64Array(times.length);
    let kept = 0;
    for (const index of order) {
      const time = times[index] ?? 0;
      if (time < range.from || time >= range.to) continue;
      const value = this.#values[index] ?? Number.NaN;
      const isAgain = kept > 0 && keptTimes[kept - 1] === time;
      if (isAgain && Number.isNaN(value)) continue;
      if (isAgain) kept -= 1;
      keptTimes[kept] = time;
      keptValues[kept] = value;
      kept += 1;
    }
    return { id, times: keptTimes.slice(0, kept), values: keptValues.slice(0, kept) };
  }
}

function isAscending(times: readonly number[]): boolean {
  for (let index = 1; index < times.length; index += 1) {
    if ((times[index] ?? 0) < (times[index - 1] ?? 0)) return false;
  }
  return true;
}

/** Takes each digit in one way only: in two, a megabyte of them before another character would take an hour. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** How programs write that there is no value. */
const NONE = /^(?:nan|null|none|n\/a|[+-]?inf(?:inity)?)?$/i;

/** Numbers, decimal numbers as text, and booleans as 0 and 1; NaN: no value; null: something that cannot be read. */
export function readValue(value: unknown): number | null {
  if (typeof value === 'number') return finite(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null) return Number.NaN;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (DECIMAL.test(text)) return finite(Number(text));
  if (/^true$/i.test(text)) return 1;
  if (/^false$/i.test(text)) return 0;
  return NONE.test(text) ? Number.NaN : null;
}

/** Nothing is measured that is larger than any number. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}
