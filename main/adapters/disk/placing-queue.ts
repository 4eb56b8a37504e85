import type { Result } from '../../../shared/failure.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { FileToPlace } from './worker-messages.ts';
import type { DiskWorkers } from './workers.ts';

/** Files of one message to a worker, at most. */
const FILES_AT_ONCE = 64;

interface Waiting {
  readonly file: FileToPlace;
  readonly placed: (result: Result<Fingerprint>) => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Hands the files of a site's folder to a worker, several at a time: what is ready while some are being placed goes
 * together next. One that comes alone goes at once.
 */
export class PlacingQueue {
  readonly #workers: DiskWorkers;
  readonly #folder: string;
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(workers: DiskWorkers, folder: string) {
    this.#workers = workers;
    this.#folder = folder;
  }

  place(file: FileToPlace): Promise<Result<Fingerprint>> {
    const result = new Promise<Result<Fingerprint>>((placed, broken) => {
      this.#waiting.push({ file, placed, broken });
    });
    if (!this.#busy) void this.#placeAll();
    return result;
  }

  async #placeAll(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) await this.#place(this.#waiting.splice(0, FILES_AT_ONCE));
    this.#busy = false;
  }

  async #place(batch: readonly Waiting[]): Promise<void> {
    try {
      const files = batch.map(({ file }) => file);
      const results = await this.#workers.place({ kind: 'place', folder: this.#folder, files });
      for (const [at, result] of results.entries()) batch[at]?.placed(result);
    } catch (error) {
      for (const { broken } of batch) broken(error);
    }
  }
}
