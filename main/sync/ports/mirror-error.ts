import type { Failure } from '../../../shared/failure.ts';

/** The error of a question to a thread that ended with the program: no answer is then no fault. */
export const CLOSED: Failure = {
  code: 'cancelled',
  message: 'SiteSync is being closed.',
  hint: 'Nothing of yours is lost: ask again when it runs.',
  retry: 'later',
};

/** Thrown by the mirror if its file itself fails, which no caller can do anything about in place. */
export class MirrorError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = 'MirrorError';
    this.failure = failure;
  }
}
