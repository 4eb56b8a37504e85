import type { Failure } from '../../../shared/failure.ts';

/** The error of a question to a thread that ended with the program: no answer is then no fault. */
export const CLOSED: Failure = {
  code: 'cancelled',
  message: 'SiteSync is being closed.',
  hint: 'Nothing of yours is lost: ask again when it runs.',
  retry: 'later',
};

/**
 * A failure that is thrown, since no caller on the way can do anything about it: the mirror's own file fails, or one
 * of our threads has ended. Failures that callers deal with are returned as a `Result`.
 */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** The failure that was thrown. Any other error is a fault of SiteSync's own, and is thrown on. */
export function thrownFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  throw error;
}

/** Ignores a failure that was thrown: whatever else meets it reports it. Any other error is thrown on. */
export function ignoreFailure(error: unknown): void {
  thrownFailure(error);
}
