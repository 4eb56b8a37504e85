import type { SomeFiles } from '../sync/ports/mirror.ts';

/** Files of a site whose rows were written. */
export interface Touched extends SomeFiles {
  /** All that was written after this revision is of these files. */
  readonly since: number;
}

/** More than these are looked at faster with all others. */
const MOST = 10_000;

/** What was written of a site lately, so that a view of it is changed by that instead of built anew. */
export class TouchedFiles {
  #revision = 0;
  #older: Mutable = noneSince(0);
  #newer: Mutable = noneSince(0);

  /** Grows with each write. */
  get revision(): number {
    return this.#revision;
  }

  /** Null: nobody knows which files. */
  add(files: SomeFiles | null): void {
    this.#revision += 1;
    if (files === null) {
      this.#older = noneSince(this.#revision);
      this.#newer = noneSince(this.#revision);
      return;
    }
    for (const id of files.ids) this.#newer.ids.push(id);
    for (const path of files.paths) this.#newer.paths.push(path);
    if (this.#newer.ids.length + this.#newer.paths.length < MOST) return;
    // The older half goes, so that views always find what was written last.
    this.#older = this.#newer;
    this.#newer = noneSince(this.#revision);
  }

  /** A file may be named more than once. */
  get lately(): Touched {
    return {
      since: this.#older.since,
      ids: [...this.#older.ids, ...this.#newer.ids],
      paths: [...this.#older.paths, ...this.#newer.paths],
    };
  }
}

interface Mutable {
  readonly since: number;
  readonly ids: SomeFiles['ids'][number][];
  readonly paths: SomeFiles['paths'][number][];
}

function noneSince(since: number): Mutable {
  return { since, ids: [], paths: [] };
}
