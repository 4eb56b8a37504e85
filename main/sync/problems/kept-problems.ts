import type { SiteContext } from '../context.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { isFound, type Attempt, type KeptProblem } from '../ports/mirror/kept-problem.ts';
import { keyOf } from './attempt.ts';

/** The problems of a site, kept alike in memory and in the mirror. What has not changed is not written. */
export class KeptProblems {
  readonly #context: Pick<SiteContext, 'mirror' | 'site'>;
  #problems: Map<string, KeptProblem>;

  constructor(context: Pick<SiteContext, 'mirror' | 'site'>) {
    this.#context = context;
    this.#problems = problemsOf(context);
  }

  /** Reads them again: steps of an earlier cycle that ended meanwhile may have changed them. */
  readAgain(): void {
    this.#problems = problemsOf(this.#context);
  }

  get all(): readonly KeptProblem[] {
    return [...this.#problems.values()];
  }

  get(key: string): KeptProblem | undefined {
    return this.#problems.get(key);
  }

  attemptOf(action: Action): Attempt | undefined {
    const kept = this.#problems.get(keyOf(action));
    return kept === undefined || isFound(kept) ? undefined : kept;
  }

  save(problems: readonly KeptProblem[]): void {
    const changed = problems.filter((problem) => !same(this.#problems.get(problem.key), problem));
    if (changed.length === 0) return;
    for (const problem of changed) this.#problems.set(problem.key, problem);
    this.#context.mirror.saveProblems(this.#context.site.id, changed);
  }

  drop(keys: readonly string[]): void {
    const there = keys.filter((key) => this.#problems.delete(key));
    if (there.length > 0) this.#context.mirror.clearProblems(this.#context.site.id, there);
  }
}

function problemsOf({ mirror, site }: Pick<SiteContext, 'mirror' | 'site'>): Map<string, KeptProblem> {
  return new Map(mirror.problems(site.id).map((problem) => [problem.key, problem]));
}

function same(a: KeptProblem | undefined, b: KeptProblem): boolean {
  return (
    a !== undefined &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.tries === b.tries &&
    a.nextAt === b.nextAt &&
    a.state === b.state
  );
}
