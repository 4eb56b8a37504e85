import type { Result } from '../../../shared/failure.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { FileToPlace } from './worker-messages.ts';
import type { DiskWorkers } from './workers.ts';

/** Files of one message to a worker, at most. */
const FILES_AT_ONCE = 64;
/** A second worker is asked only when so many files wait: few at a time cost more than they win. */
const WORTH_ANOTHER = 8;
const WORKERS = 2;

interface Waiting {
  readonly file: FileToPlace;
  readonly placed: (result: Result<Fingerprint>) => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Hands the files of a site's folder to the workers, several at a time: what is ready while some are being placed goes
 * together next. One that comes alone goes at once.
 */
export class PlacingQueue {
  readonly #workers: DiskWorkers;
  readonly #folder: string;
  #waiting: Waiting[] = [];
  #busy = 0;

  constructor(workers: DiskWorkers, folder: string) {
    this.#workers = workers;
    this.#folder = folder;
  }

  place(file: FileToPlace): Promise<Result<Fingerprint>> {
    const result = new Promise<Result<Fingerprint>>((placed, broken) => {
      this.#waiting.push({ file, placed, broken });
    });
    this.#next();
    return result;
  }

  #next(): void {
    const worthIt = this.#waiting.length >= (this.#busy === 0 ? 1 : WORTH_ANOTHER);
    if (worthIt && this.#busy < WORKERS) void this.#place(this.#waiting.splice(0, FILES_AT_ONCE));
  }

  async #place(batch: readonly Waiting[]): Promise<void> {
    this.#busy += 1;
    try {
      const files = batch.map(({ file }) => file);
      const results = await this.#workers.place({ kind: 'place', folder: this.#folder, files });
      for (const [at, result] of results.entries()) batch[at]?.placed(result);
    } catch (error) {
      for (const { broken } of batch) broken(error);
    }
    this.#busy -= 1;
    this.#next();
  }
}
