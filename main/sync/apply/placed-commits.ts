import type { SiteContext } from '../context.ts';
import type { Commit } from '../ports/mirror.ts';

interface Waiting {
  readonly commit: Commit;
  readonly written: () => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Writes the agreements of files that were placed: of those that a disk placed together in one transaction. They are
 * flushed by then, with their folders, so that after a power cut no agreement names a file that the disk has lost (it
 * would look like a delete made here).
 */
export class PlacedCommits {
  readonly #context: SiteContext;
  #waiting: Waiting[] = [];

  constructor(context: SiteContext) {
    this.#context = context;
  }

  /** Resolves when the agreement is written. */
  add(commit: Commit): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ commit, written: resolve, broken: reject });
    });
    if (this.#waiting.length === 1) void this.#writeNext();
    return written;
  }

  async #writeNext(): Promise<void> {
    // Let those that were placed in this turn join.
    await Promise.resolve();
    const batch = this.#waiting;
    this.#waiting = [];
    const { mirror, site } = this.#context;
    try {
      mirror.commit(
        site.id,
        batch.map((entry) => entry.commit),
      );
      for (const entry of batch) entry.written();
    } catch (error) {
      for (const entry of batch) entry.broken(error);
    }
  }
}
