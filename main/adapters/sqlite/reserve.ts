import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that are kept: the rows of some 10,000 choices, and the log in which they are written first. */
const BYTES = 4 * 1024 * 1024;
/** Bytes that have to stay free beside them: room that others need now is not kept for later. */
const SPARE = 16 * BYTES;

/**
 * Room on the disk of the database. On a disk without a free block not even that can be noted for which a person would get
 * room, as that files are to be online only. So a file is kept there that says nothing, and goes when the disk is full.
 */
export class Reserve {
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'reserve');
  }

  /** Where it is not there and there is room for much more. Takes some 10 ms. */
  keep(): void {
    try {
      if (statSync(this.#file, { throwIfNoEntry: false })?.size === BYTES) return;
      const { bavail, bsize } = statfsSync(this.#folder);
      if (bavail * bsize < BYTES + SPARE) return;
      // Bytes by chance: of others a disk that packs files would keep no blocks.
      writeFileSync(this.#file, randomFillSync(Buffer.allocUnsafe(BYTES)), { mode: 0o600 });
    } catch {
      // There is none then. What was written of it would only take room.
      this.giveUp();
    }
  }

  /** Returns whether there was one. */
  giveUp(): boolean {
    try {
      rmSync(this.#file);
      return true;
    } catch {
      return false;
    }
  }
}
