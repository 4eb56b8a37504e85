import type { Failure } from '../../../shared/failure.ts';

/** What was asked of a thread that ended with the program: that nobody answers is no fault. */
export const CLOSED: Failure = {
  code: 'cancelled',
  message: 'SiteSync is being closed.',
  hint: 'Nothing of yours is lost: ask again when it runs.',
  retry: 'later',
};

/** Thrown by the mirror where its file itself fails: the one thing that a caller of a local store cannot act on in place. */
export class MirrorError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = 'MirrorError';
    this.failure = failure;
  }
}
