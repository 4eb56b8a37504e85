/** Over the samples with a value; null if there are none. */
export interface Statistics {
  readonly count: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly first: number | null;
  readonly last: number | null;
}

/** Statistics of many samples that are already summed up. */
export interface Summary {
  readonly count: number;
  readonly sum: number;
  readonly low: number;
  readonly high: number;
  readonly first: number;
  readonly last: number;
}

/** Adds samples up as they come, in order of time. */
export class StatisticsTally {
  #count = 0;
  #sum = 0;
  #low = Infinity;
  #high = -Infinity;
  #first = Number.NaN;
  #last = Number.NaN;

  push(values: Float64Array, start = 0, end: number = values.length): void {
    for (let at = start; at < end; at += 1) {
      const value = values[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      if (this.#count === 0) this.#first = value;
      this.#count += 1;
      this.#sum += value;
      if (value < this.#low) this.#low = value;
      if (value > this.#high) this.#high = value;
      this.#last = value;
    }
  }

  pushSummary(summary: Summary): void {
    if (summary.count === 0) return;
    if (this.#count === 0) this.#first = summary.first;
    this.#count += summary.count;
    this.#sum += summary.sum;
    this.#low = Math.min(this.#low, summary.low);
    this.#high = Math.max(this.#high, summary.high);
    this.#last = summary.last;
  }

  result(): Statistics {
    if (this.#count === 0) return { count: 0, min: null, max: null, mean: null, first: null, last: null };
    return {
      count: this.#count,
      min: this.#low,
      max: this.#high,
      mean: this.#sum / this.#count,
      first: this.#first,
      last: this.#last,
    };
  }
}
