import type { Blobs } from './blobs.ts';
import type { Db } from './database.ts';

/**
 * Removes contents that nothing refers to any more. Records that were made from one content share its blob, and a
 * snapshot may want back what the present has dropped: while there is one, nothing is removed.
 */
export class BlobReferences {
  readonly #blobs: Blobs;
  readonly #count: { get(key: string, same: string): unknown };
  #pinned = false;

  constructor(db: Db, blobs: Blobs) {
    this.#blobs = blobs;
    this.#count = db.prepare<[string, string], number>(
      `select 1 where exists (select 1 from file where blob = ?) or exists (select 1 from model where blob = ?)`,
    );
  }

  /** Call after the record that referred to the blob was changed or removed. */
  release(key: string): void {
    if (!this.#pinned && this.#count.get(key, key) === undefined) this.#blobs.remove(key);
  }

  pinAll(): void {
    this.#pinned = true;
  }

  /** Removes every blob without a record: those that a snapshot or a killed process left behind. */
  sweep(): void {
    for (const key of this.#blobs.keys()) this.release(key);
  }
}
