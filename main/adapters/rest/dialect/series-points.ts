import type { SeriesPoints } from '../../../sync/ports/service.ts';
import { readTime } from './series-time.ts';

/** Texts in place of numbers that are kept of a series, and letters of each: enough to tell what they are. */
const WORDS = 3;
const LETTERS = 40;
/** The most numbers in an unknown way of writing that are taken for slips: so many, or this part of those that are readable. */
const SLIPS = 2;
const FEW = 0.1;

/** Collects the points of one series in any order and unit, and gives them out normalised. */
export class PointCollector {
  readonly #numbers: number[] = [];
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  readonly #pairs: (readonly unknown[])[] = [];
  #isSpoiled = false;
  #read = 0;
  #unread = 0;
  /** How many of them are words, as states are: no numbers in a way of writing that is not known. */
  #worded = 0;
  /** How many of them may be numbers in such a way of writing. */
  #foreign = 0;
  readonly #words = new Set<string>();

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
    if (read === null) this.#leaveOut(value);
    else if (!Number.isNaN(read)) this.#read += 1;
    this.#values.push(read ?? Number.NaN);
    return true;
  }

  /** Its value is no number: the point has none. */
  #leaveOut(value: unknown): void {
    this.#unread += 1;
    if (typeof value === 'string' && WORD.test(value)) this.#worded += 1;
    else if (typeof value === 'string' && FOREIGN.test(value)) this.#foreign += 1;
    if (this.#words.size === WORDS) return;
    if (value === undefined) return;
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
    this.#words.add(text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text);
  }

  /** Adds a point as a pair. Which member is the time is only known from the whole reply. */
  addPair(pair: readonly unknown[]): void {
    this.#pairs.push(pair);
  }

  get pairs(): readonly (readonly unknown[])[] {
    return this.#pairs;
  }

  /** Takes the pairs once that is known. False if a time cannot be read. */
  takePairs(timeSecond: boolean): boolean {
    return this.#pairs.every(([one, other]) => (timeSecond ? this.add(other, one) : this.add(one, other)));
  }

  /** A part of it has an unknown shape: nothing of it is believed. */
  spoil(): void {
    this.#isSpoiled = true;
  }

  get isSpoiled(): boolean {
    return this.#isSpoiled;
  }

  /**
   * True if nothing is known of it: it has values but neither a readable one nor words alone, or an unknown shape. Of
   * numbers with a decimal comma the whole ones alone are readable, and of "1,250.5" those below a thousand: what is drawn
   * of such a series would be another one.
   */
  get isUnread(): boolean {
    if (this.#isSpoiled || this.#foreign > Math.max(SLIPS, this.#read * FEW)) return true;
    return this.#unread > this.#worded && this.#read === 0;
  }

  /** Numbers or words. */
  get hasValues(): boolean {
    return this.#read > 0 || this.#worded > 0;
  }

  /** All times that are numbers. Their unit is decided for all series of a reply together. */
  *numbers(): Generator<number> {
    for (const index of this.#numbers) yield this.#times[index] ?? 0;
  }

  /**
   * The points in ascending order, one value per time (the last that came, unless it is none), from `from` up to but
   * not including `to`.
   */
  finish(id: string, unit: number, range: { readonly from: number; readonly to: number }): SeriesPoints {
    for (const index of this.#numbers) this.#times[index] = Math.round((this.#times[index] ?? 0) * unit);
    const times = this.#times;
    let order: readonly number[] = times.map((_, index) => index);
    // Mostly they are in order already. A stable sort keeps the later of two equal times behind the earlier.
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
    const samples = { id, times: keptTimes.slice(0, kept), values: keptValues.slice(0, kept) };
    return this.#words.size === 0 ? samples : { ...samples, words: [...this.#words] };
  }
}

function isAscending(times: readonly number[]): boolean {
  for (let index = 1; index < times.length; index += 1) {
    if ((times[index] ?? 0) < (times[index - 1] ?? 0)) return false;
  }
  return true;
}

/**
 * Each digit can match in one way only. With two ways, a megabyte of digits before another character would take an
 * hour.
 */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** `open`, `Stage 2`; not `2,5`, `5 °C` or `0x1F`, which are numbers to somebody. */
const WORD = /^\s*\p{L}/u;
/** May it be a number? Not so `#DIV/0!`, `<0.5` or `> 100`: each stands in place of one, and the others are no other series. */
const FOREIGN = /^\s*[-+−(]?\s*[.,]?\d/;
/** How programs write "no value"; those in C also `-1.#IND`. */
const NONE = /^(?:nan|null|none|n\/a|[+-]?inf(?:inity)?|[+-]?1\.#[a-z]+\d*)?$/i;

/** Reads numbers, decimal numbers as text, and booleans as 0 and 1. NaN: no value. Null: unreadable. */
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

/** Infinity is no measured value. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}
