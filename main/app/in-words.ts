import { fail, type Failure, type Result } from '../../shared/failure.ts';
import { thrownFailure } from '../sync/ports/failure-error.ts';

type Answering = (...args: never[]) => Promise<Result<unknown>>;

/** Wraps functions so that a failure that they throw is returned, and `tell` hears it too. */
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
      const failure = thrownFailure(error);
      tell(failure);
      return fail(failure);
    }
  };
  return safe as F;
}
