import type { SiteContext } from '../context.ts';
import type { Commit } from '../ports/mirror.ts';
import type { Outcome } from '../state/outcome.ts';
import { CommitBatch } from './commit-batch.ts';

const COMMITS_AT_ONCE = 160;
/** Nobody waits longer for others to join, ms: a create whose reply came is known by its intent until then. */
export const CREATES_WAIT = 100;
/**
 * An update has no intent. Where the process is killed meanwhile, and the file edited before the next cycle, that edit meets
 * the record as one of others would: so a commit waits no longer than a few replies take.
 */
export const UPDATES_WAIT = 20;

/** How an upload ended. Until the commit is written the outcome is not true. */
export interface Sent {
  readonly outcome: Outcome;
  readonly commit: Commit | null;
}

/**
 * Writes what came of several files in one transaction. Only for what an intent, the record's own mark or the folder itself
 * stands for until then: a crash before the commit is found out by the next cycle.
 */
export class CommitGroup {
  readonly #context: SiteContext;
  readonly #wait: number;
  #batch: CommitBatch;
  /** Work that is under way; each may still add a commit. */
  #underWay = 0;

  constructor(context: SiteContext, wait: number) {
    this.#context = context;
    this.#wait = wait;
    this.#batch = new CommitBatch(context);
  }

  /** Does something of which a commit may come, and resolves when that is written. */
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
    // Where nothing is under way any more nobody else will join.
    if (batch.size >= COMMITS_AT_ONCE || this.#underWay === 0) this.#write();
    else if (batch.size === 1) void this.#writeSoon(batch);
    return written;
  }

  /** Unless the batch is full before, and written. */
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
