import type { SiteContext } from '../../context.ts';
import type { Commit } from '../../ports/mirror/notes.ts';

interface Waiting {
  readonly commit: Commit;
  readonly written: () => void;
  readonly broken: (error: unknown) => void;
}

/** Commits of several steps that are written in one transaction. */
export class CommitBatch {
  readonly #context: Pick<SiteContext, 'mirror' | 'site'>;
  readonly #waiting: Waiting[] = [];

  constructor(context: Pick<SiteContext, 'mirror' | 'site'>) {
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
    const { mirror, site } = this.#context;
    const commits = this.#waiting.map(({ commit }) => commit);
    try {
      mirror.commit(site.id, commits);
    } catch (error) {
      for (const each of this.#waiting) each.broken(error);
      return;
    }
    for (const each of this.#waiting) each.written();
  }
}
