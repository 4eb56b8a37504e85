import type { SiteContext } from '../context.ts';
import type { Attempt } from '../ports/mirror/notes.ts';

/** The attempts of a site, kept alike in memory and in the mirror. What has not changed is not written. */
export class KeptAttempts {
  readonly #context: Pick<SiteContext, 'mirror' | 'site'>;
  #attempts: Map<string, Attempt>;

  constructor(context: Pick<SiteContext, 'mirror' | 'site'>) {
    this.#context = context;
    this.#attempts = attemptsOf(context);
  }

  /** Reads them again: steps of an earlier cycle that ended meanwhile may have changed them. */
  readAgain(): void {
    this.#attempts = attemptsOf(this.#context);
  }

  get all(): readonly Attempt[] {
    return [...this.#attempts.values()];
  }

  get(key: string): Attempt | undefined {
    return this.#attempts.get(key);
  }

  save(attempts: readonly Attempt[]): void {
    const changed = attempts.filter((attempt) => !same(this.#attempts.get(attempt.key), attempt));
    if (changed.length === 0) return;
    for (const attempt of changed) this.#attempts.set(attempt.key, attempt);
    this.#context.mirror.saveAttempts(this.#context.site.id, changed);
  }

  drop(keys: readonly string[]): void {
    const there = keys.filter((key) => this.#attempts.delete(key));
    if (there.length > 0) this.#context.mirror.clearAttempts(this.#context.site.id, there);
  }
}

function attemptsOf({ mirror, site }: Pick<SiteContext, 'mirror' | 'site'>): Map<string, Attempt> {
  return new Map(mirror.attempts(site.id).map((attempt) => [attempt.key, attempt]));
}

function same(a: Attempt | undefined, b: Attempt): boolean {
  return (
    a !== undefined &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.tries === b.tries &&
    a.nextAt === b.nextAt &&
    a.state === b.state
  );
}
