import type { SomeFiles } from '../../sync/ports/mirror/trees.ts';

/** Files whose rows were written between two looks. */
export interface Write extends SomeFiles {
  readonly revision: number;
}

/** Files of a site whose rows were written. */
export interface Touched {
  /** All that was written after this revision is known, … */
  readonly since: number;
  /** … and is here, in the order of their revisions. A file may be named more than once. */
  readonly writes: readonly Write[];
}

/** At least this many names are remembered. More than twice as many are looked at faster together with all others. */
const KNOWN = 10_000;
const MOST = 2 * KNOWN;

/** What was lately written about a site, so that a view of it can be updated and need not be rebuilt. */
export class TouchedFiles {
  #revision = 0;
  #since = 0;
  /** The last entry grows until somebody looks. */
  #writes: Mutable[] = [];
  #names = 0;
  #isLookedAt = true;

  /** Null: nobody knows which files. */
  add(files: SomeFiles | null): void {
    if (this.#isLookedAt) this.#revision += 1;
    this.#isLookedAt = false;
    if (files === null) this.#forget(this.#writes.length);
    else this.#note(files);
  }

  /** Returns what was written until now; what is written afterwards gets a later revision. */
  look(): { readonly revision: number; readonly touched: Touched } {
    this.#isLookedAt = true;
    return { revision: this.#revision, touched: { since: this.#since, writes: [...this.#writes] } };
  }

  #note({ ids, paths }: SomeFiles): void {
    let last = this.#writes.at(-1);
    if (last?.revision !== this.#revision) {
      last = { revision: this.#revision, ids: [], paths: [] };
      this.#writes.push(last);
    }
    for (const id of ids) last.ids.push(id);
    for (const path of paths) last.paths.push(path);
    this.#names += ids.length + paths.length;
    if (this.#names > MOST) this.#forget(this.#older());
    if (this.#names > MOST) this.#forget(this.#writes.length);
  }

  /** Forgets the oldest writes, this many: what was written up to then is no longer known. */
  #forget(count: number): void {
    for (const { ids, paths } of this.#writes.splice(0, count)) this.#names -= ids.length + paths.length;
    const next = this.#writes[0]?.revision;
    this.#since = next === undefined ? this.#revision : next - 1;
  }

  /** How many writes lie before the last names that are to be remembered. */
  #older(): number {
    let left = this.#names;
    return this.#writes.findIndex(({ ids, paths }) => (left -= ids.length + paths.length) < KNOWN);
  }
}

interface Mutable extends Write {
  readonly ids: SomeFiles['ids'][number][];
  readonly paths: SomeFiles['paths'][number][];
}
