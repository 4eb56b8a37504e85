import type { StepContext } from '../../context.ts';
import type { Commit } from '../../ports/mirror/notes.ts';
import type { Outcome } from '../../steps/outcome.ts';
import { CommitBatch } from './commit-batch.ts';

const COMMITS_AT_ONCE = 160;
/** The longest wait for other commits to join, ms. Until then the intent of the create stands for its commit. */
export const CREATES_WAIT = 100;
/**
 * An update has no intent. If the process is killed before the commit, and the file is edited before the next cycle, our own
 * update counts as somebody else's, and the edit as a conflict. So its commit waits no longer than a few replies take.
 */
export const UPDATES_WAIT = 20;

/** How an upload ended. The outcome holds once the commit is written. */
export interface Sent {
  readonly outcome: Outcome;
  readonly commit: Commit | null;
}

/**
 * Commits several files in one transaction. Only for commits that a crash may take away: an intent, the record's own mark or
 * the folder itself tells the next cycle what had happened.
 */
export class CommitGroup {
  readonly #context: StepContext;
  readonly #wait: number;
  #batch: CommitBatch;
  /** How many works are under way; each may still add a commit. */
  #underWay = 0;

  constructor(context: StepContext, wait: number) {
    this.#context = context;
    this.#wait = wait;
    this.#batch = new CommitBatch(context);
  }

  /** Does work that may end with a commit, and resolves once that is written. */
  async after<T extends { readonly commit: Commit | null }>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    let commit: Commit | null = null;
    try {
      const end = await work();
      ({ commit } = end);
      return end;
    } finally {
      this.#underWay -= 1;
      await this.#add(commit);
    }
  }

  #add(commit: Commit | null): Promise<void> {
    const batch = this.#batch;
    const written = commit === null ? Promise.resolve() : batch.add(commit);
    // With nothing under way no other commit can join.
    if (batch.size >= COMMITS_AT_ONCE || this.#underWay === 0) this.#write();
    else if (batch.size === 1) void this.#writeSoon(batch);
    return written;
  }

  /** Writes the batch after the wait, unless it was full and written before. */
  async #writeSoon(batch: CommitBatch): Promise<void> {
    await this.#context.env.sleep(this.#wait);
    if (batch === this.#batch) this.#write();
  }

  #write(): void {
    const batch = this.#batch;
    if (batch.size === 0) return;
    this.#batch = new CommitBatch(this.#context);
    batch.write();
  }
}
