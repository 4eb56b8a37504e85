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

  constructor(context: SiteContext) {
    this.#context = context;
  }

  /** Resolves when it is written. */
  add(commit: Commit): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ commit, written: resolve, broken: reject });
    });
    if (this.#waiting.length >= COMMITS_AT_ONCE) this.#write();
    else if (this.#waiting.length === 1) void this.#writeSoon(this.#waiting);
    return written;
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
