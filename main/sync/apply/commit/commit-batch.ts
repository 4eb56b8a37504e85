import type { Commit } from '../../ports/mirror/notes.ts';
import { writeCommits } from './write-commits.ts';

interface Waiting {
  readonly commit: Commit;
  readonly written: () => void;
  readonly broken: (error: unknown) => void;
}

/** Commits of several steps that are written in one transaction. */
export class CommitBatch {
  readonly #context: Parameters<typeof writeCommits>[0];
  readonly #waiting: Waiting[] = [];

  constructor(context: Parameters<typeof writeCommits>[0]) {
    this.#context = context;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Resolves when the batch is written; rejects with what `write` met. */
  add(commit: Commit): Promise<void> {
    return new Promise((written, broken) => {
      this.#waiting.push({ commit, written, broken });
    });
  }

  /** To be called once: nothing is added after it. */
  write(): void {
    const commits = this.#waiting.map(({ commit }) => commit);
    try {
      writeCommits(this.#context, commits);
    } catch (error) {
      for (const each of this.#waiting) each.broken(error);
      return;
    }
    for (const each of this.#waiting) each.written();
  }
}
