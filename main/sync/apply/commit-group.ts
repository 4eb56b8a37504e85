import type { SiteContext } from '../context.ts';
import type { Commit } from '../ports/mirror.ts';
import type { Outcome } from '../state/outcome.ts';

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

interface Waiting {
  readonly commit: Commit;
  readonly written: () => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Writes what came of several files in one transaction. Only for what an intent, the record's own mark or the folder itself
 * stands for until then: a crash before the commit is found out by the next cycle.
 */
export class CommitGroup {
  readonly #context: SiteContext;
  readonly #wait: number;
  #waiting: Waiting[] = [];
  /** Work that is under way; each may still add a commit. */
  #underWay = 0;

  constructor(context: SiteContext, wait: number) {
    this.#context = context;
    this.#wait = wait;
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
    const written = commit === null ? Promise.resolve() : this.#join(commit);
    // Where nothing is under way any more nobody else will join.
    if (this.#waiting.length >= COMMITS_AT_ONCE || this.#underWay === 0) this.#write();
    else if (this.#waiting.length === 1) void this.#writeSoon(this.#waiting);
    return written;
  }

  #join(commit: Commit): Promise<void> {
    return new Promise((written, broken) => {
      this.#waiting.push({ commit, written, broken });
    });
  }

  /** Unless the group is full before, and written. */
  async #writeSoon(group: readonly Waiting[]): Promise<void> {
    await this.#context.env.sleep(this.#wait);
    if (group === this.#waiting) this.#write();
  }

  #write(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    try {
      this.#context.mirror.commit(
        this.#context.site.id,
        group.map((each) => each.commit),
      );
    } catch (error) {
      for (const each of group) each.broken(error);
      return;
    }
    for (const each of group) each.written();
  }
}
