import type { SiteContext } from '../context.ts';
import type { Commit } from '../ports/mirror.ts';

const COMMITS_AT_ONCE = 160;
/** Nobody waits longer for others to join, ms. */
const WAIT = 100;

interface Waiting {
  readonly commit: Commit;
  readonly written: () => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Writes what came of several files in one transaction. Only for what an intent or the folder itself stands for until
 * then: a crash before the commit is found out by the next cycle.
 */
export class CommitGroup {
  readonly #context: SiteContext;
  #waiting: Waiting[] = [];
  /** Work that is under way; each may still add a commit. */
  #underWay = 0;

  constructor(context: SiteContext) {
    this.#context = context;
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
    await this.#context.env.sleep(WAIT);
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
