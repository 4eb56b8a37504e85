import type { Failure } from '../../../shared/failure.ts';

/** Thrown by the mirror where its file itself fails: the one thing that a caller of a local store cannot act on in place. */
export class MirrorError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = 'MirrorError';
    this.failure = failure;
  }
}
