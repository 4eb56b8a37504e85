import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Size of the reserve in bytes: enough for the rows of some 10,000 choices, and for the log in which they are written
 * first.
 */
const BYTES = 4 * 1024 * 1024;
/** The reserve is only made if this many bytes stay free: space that others need now is not kept for later. */
const SPARE = 16 * BYTES;

/**
 * Spare room on the disk of the database. On a completely full disk, not even those choices could be saved by which a
 * person makes room, such as "online only". So a file without meaning is kept there, and is deleted when the disk is
 * full.
 */
export class Reserve {
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'reserve');
  }

  /** Makes the file if it is missing and there is plenty of room. Takes some 10 ms. */
  keep(): void {
    try {
      if (statSync(this.#file, { throwIfNoEntry: false })?.size === BYTES) return;
      const { bavail, bsize } = statfsSync(this.#folder);
      if (bavail * bsize < BYTES + SPARE) return;
      // Random bytes, since a disk that compresses files would reserve hardly any blocks for others.
      writeFileSync(this.#file, randomFillSync(Buffer.allocUnsafe(BYTES)), { mode: 0o600 });
    } catch {
      // Then there is no reserve. A part of it would only take room.
      this.giveUp();
    }
  }

  /** Deletes the file; true if there was one. */
  giveUp(): boolean {
    try {
      rmSync(this.#file);
      return true;
    } catch {
      return false;
    }
  }
}
