import type { Failure, FailureCode, FailureReason } from '../../../shared/failure.ts';

/** Something that needs a person or time, in words. `path` is relative to the site's folder, empty for the site itself. */
export interface Problem {
  readonly path: string;
  readonly code: FailureCode;
  readonly reason?: FailureReason | undefined;
  readonly message: string;
  readonly hint: string;
}

/** Nothing but the problem of what tells more. */
export function problemOf({ path, code, reason, message, hint }: Problem): Problem {
  return { path, code, reason, message, hint };
}

/** A failure as a problem of the site itself. */
export function siteProblem({ code, reason, message, hint }: Failure): Problem {
  return { path: '', code, reason, message, hint };
}
