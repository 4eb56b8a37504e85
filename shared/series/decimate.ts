import { MARK_AFTER, type IsGap, type Samples } from './gaps.ts';
import { lowerBound } from './search.ts';

/** Samples kept of a column: first, lowest, highest, last. */
export const PER_COLUMN = 4;

/**
 * Thins a series for a screen by M4: the first, lowest, highest and last sample of each column of pixels are kept. A
 * line through them covers exactly the pixels of a line through all, so no spike is lost. Takes the samples in order,
 * in any number of pieces, in one pass. A gap between two columns is marked by a NaN where it begins; within a column
 * it would not be visible.
 */
export class Decimator {
  readonly #from: number;
  readonly #to: number;
  readonly #width: number;
  readonly #isGap: IsGap;
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  #kept = 0;
  #columnEnd = -Infinity;
  #firstTime = 0;
  #firstValue = Number.NaN;
  #lowTime = 0;
  #lowValue = Infinity;
  #highTime = 0;
  #highValue = -Infinity;
  #lastTime = Number.NaN;
  #lastValue = Number.NaN;

  /** `from` inclusive, `to` exclusive, epoch ms. Samples outside are skipped. */
  constructor(from: number, to: number, columns: number, isGap: IsGap = () => false) {
    this.#from = from;
    this.#to = to;
    this.#width = (to - from) / columns;
    this.#isGap = isGap;
    // A column may hold the mark of a gap besides its four samples.
    this.#times = new Float64Array((PER_COLUMN + 1) * (columns + 1));
    this.#values = new Float64Array(this.#times.length);
  }

  push(times: Float64Array, values: Float64Array): void {
    const start = (times[0] ?? 0) < this.#from ? lowerBound(times, this.#from) : 0;
    const end = (times[times.length - 1] ?? 0) < this.#to ? times.length : lowerBound(times, this.#to, start);
    for (let at = start; at < end; at += 1) {
      const time = times[at] ?? 0;
      const value = values[at] ?? Number.NaN;
      if (time >= this.#columnEnd) this.#beginColumn(time, value);
      // NaN is neither below nor above anything.
      if (value < this.#lowValue) {
        this.#lowValue = value;
        this.#lowTime = time;
      }
      if (value > this.#highValue) {
        this.#highValue = value;
        this.#highTime = time;
      }
      this.#lastTime = time;
      this.#lastValue = value;
    }
  }

  finish(): Samples {
    this.#endColumn();
    return { times: this.#times.slice(0, this.#kept), values: this.#values.slice(0, this.#kept) };
  }

  #beginColumn(time: number, value: number): void {
    this.#endColumn();
    if (!Number.isNaN(this.#lastTime) && this.#isGap(this.#lastTime, time))
      this.#keep(this.#lastTime + MARK_AFTER, Number.NaN);
    const column = Math.floor((time - this.#from) / this.#width);
    const end = this.#from + (column + 1) * this.#width;
    // Rounding may put a sample on the border of two columns into the first one, which ends at it. It belongs to the
    // second.
    this.#columnEnd = end > time ? end : this.#from + (column + 2) * this.#width;
    this.#firstTime = time;
    this.#firstValue = value;
    this.#lowValue = Infinity;
    this.#highValue = -Infinity;
  }

  #endColumn(): void {
    if (this.#columnEnd === -Infinity) return;
    this.#keep(this.#firstTime, this.#firstValue);
    if (this.#lowValue <= this.#highValue) {
      if (this.#lowTime < this.#highTime) {
        this.#keepInner(this.#lowTime, this.#lowValue);
        this.#keepInner(this.#highTime, this.#highValue);
      } else {
        this.#keepInner(this.#highTime, this.#highValue);
        if (this.#lowTime > this.#highTime) this.#keepInner(this.#lowTime, this.#lowValue);
      }
    }
    if (this.#lastTime > this.#firstTime) this.#keep(this.#lastTime, this.#lastValue);
    this.#columnEnd = -Infinity;
  }

  #keepInner(time: number, value: number): void {
    if (time > this.#firstTime && time < this.#lastTime) this.#keep(time, value);
  }

  #keep(time: number, value: number): void {
    this.#times[this.#kept] = time;
    this.#values[this.#kept] = value;
    this.#kept += 1;
  }
}
