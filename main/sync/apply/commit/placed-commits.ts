import type { StepContext } from '../../context.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import { CommitBatch } from './commit-batch.ts';

/**
 * Writes the agreements of files that were placed, in one transaction for all that a disk placed together. The files
 * and their folders are flushed by then. So after a power cut no agreement names a file that the disk has lost, which
 * would look like a delete made here.
 */
export class PlacedCommits {
  readonly #context: StepContext;
  #batch: CommitBatch;

  constructor(context: StepContext) {
    this.#context = context;
    this.#batch = new CommitBatch(context);
  }

  /** Resolves when the agreement is written. */
  add(commit: Commit): Promise<void> {
    const written = this.#batch.add(commit);
    if (this.#batch.size === 1) void this.#writeNext();
    return written;
  }

  async #writeNext(): Promise<void> {
    // Let those that were placed in this turn join.
    await Promise.resolve();
    const batch = this.#batch;
    this.#batch = new CommitBatch(this.#context);
    batch.write();
  }
}
