import type { FailureCode, FailureReason } from '../../../../shared/failure.ts';
import type { Action } from '../../../engine/plan/actions.ts';

/** What keeps a file or a site from being in step, until it is over. Both kinds share one table of the mirror. */
export type KeptProblem = Attempt | FoundProblem;

/** An action that failed, and when it is due again: its wait ends with a change of what it is about, or with "Retry now". */
export interface Attempt extends Kept {
  /** What failed: a path or `id:<record>`. */
  readonly key: string;
  readonly action: Action['kind'];
}

/** What the last look at the folder or the list found, which the next look replaces. */
export interface FoundProblem extends Kept {
  /** See `foundKey`. */
  readonly key: string;
  readonly action: 'observe';
}

interface Kept {
  readonly path: string;
  readonly code: FailureCode;
  readonly reason?: FailureReason | undefined;
  readonly message: string;
  readonly hint: string;
  readonly tries: number;
  /** Epoch ms; null: waits for a change or for the person. */
  readonly nextAt: number | null;
  /** What it is about, as text: with another text an action may be tried at once. */
  readonly state: string;
  /** Since when it has been so, epoch ms. */
  readonly since: number;
}

export function isFound(problem: KeptProblem): problem is FoundProblem {
  return problem.action === 'observe';
}
