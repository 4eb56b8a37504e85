import { fail, type Failure, type Result } from '../../shared/failure.ts';
import { MirrorError } from '../sync/ports/mirror-error.ts';

type Answering = (...args: never[]) => Promise<Result<unknown>>;

/** Wraps functions so that an error of the mirror becomes a failure in words, which `tell` hears too. */
export function inWords<T extends Readonly<Record<string, Answering>>>(
  functions: T,
  tell: (failure: Failure) => void,
): T {
  const entries = Object.entries(functions).map(([name, answer]) => [name, answering(answer, tell)]);
  return Object.fromEntries(entries) as T;
}

export function answering<F extends Answering>(answer: F, tell: (failure: Failure) => void): F {
  const safe = async (...args: Parameters<F>): Promise<Result<unknown>> => {
    try {
      return await answer(...args);
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      tell(error.failure);
      return fail(error.failure);
    }
  };
  return safe as F;
}
