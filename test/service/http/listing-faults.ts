import type { Page } from '../store/file-table.ts';
import type { Switches } from '../switches/switches.ts';

/** A page of rows with the total that is told with it. */
export interface Listing<T> {
  readonly count: number;
  readonly rows: readonly T[];
}

/** Spoils pages of the file listing as the faults say; each counted fault is used up where it can show. */
export class ListingFaults {
  readonly #switches: Switches;
  #drift = 0;

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  /** The page to read instead of the one asked for. */
  shifted(page: Page): Page {
    if (page.offset === 0 || !this.#switches.take('shiftRows')) return page;
    return { ...page, offset: page.offset + 1 };
  }

  spoil<T>(listing: Listing<T>): Listing<T> {
    if (this.#switches.faults.emptyListing) return { count: 0, rows: [] };
    let { count, rows } = listing;
    const middle = Math.floor(rows.length / 2);
    if (rows.length > 0 && this.#switches.take('skipRow')) rows = rows.toSpliced(middle, 1);
    const [repeated] = rows.slice(middle);
    if (repeated !== undefined && this.#switches.take('duplicateRow')) {
      rows = rows.toSpliced(middle, 0, repeated);
    }
    if (this.#switches.take('changeCountBetweenPages')) {
      this.#drift += 1;
      count += this.#drift;
    }
    return { count, rows };
  }
}
