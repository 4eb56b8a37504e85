/** Rows among which the rarest of the words is looked for. */
const SAMPLE = 1000;

/**
 * What is searched of all rows of a view, as one text: to go from hit to hit in it takes a tenth of the time of looking into a
 * hundred thousand rows, which lie all over the memory.
 */
export class SearchText {
  readonly #text: string;
  /** Where each row begins in the text, and at last where the text ends. */
  readonly #starts: Uint32Array;

  /** `needles`: see `ViewRow`, in the order of the rows. */
  constructor(needles: readonly string[]) {
    // A word holds no line break: none is found across two rows.
    this.#text = needles.map((needle) => `${needle}\n`).join('');
    this.#starts = new Uint32Array(needles.length + 1);
    for (const [row, needle] of needles.entries())
      this.#starts[row + 1] = this.#start(row) + needle.length + 1;
  }

  /** Indexes of the rows that hold all of these words, at least one, in order. */
  holdingAll(words: readonly string[]): readonly number[] {
    const sample = Math.min(SAMPLE, this.#starts.length - 1);
    const hits = new Map(words.map((word) => [word, this.#holding(word, sample).length]));
    const [rarest = '', ...others] = words.toSorted((a, b) => (hits.get(a) ?? 0) - (hits.get(b) ?? 0));
    const rows = this.#holding(rarest);
    return others.length === 0
      ? rows
      : rows.filter((row) => {
          const text = this.#text.slice(this.#start(row), this.#start(row + 1));
          return others.every((word) => text.includes(word));
        });
  }

  /** Indexes of the first `count` rows that hold this word, in order. */
  #holding(word: string, count = this.#starts.length - 1): number[] {
    const rows: number[] = [];
    for (
      let row = 0, at = this.#text.indexOf(word);
      at >= 0;
      at = this.#text.indexOf(word, this.#start(row))
    ) {
      row = this.#rowAt(at, row);
      if (row >= count) break;
      rows.push(row);
      row += 1;
    }
    return rows;
  }

  /** The row at this place of the text, which is not before row `first`. */
  #rowAt(at: number, first: number): number {
    let last = this.#starts.length - 2;
    if (at < this.#start(first + 1)) return first;
    while (first < last) {
      const middle = (first + last + 1) >>> 1;
      if (this.#start(middle) <= at) first = middle;
      else last = middle - 1;
    }
    return first;
  }

  #start(row: number): number {
    return this.#starts[row] ?? this.#text.length;
  }
}
