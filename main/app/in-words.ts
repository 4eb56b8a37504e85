import { fail, type Failure, type Result } from '../../shared/failure.ts';
import { thrownFailure } from '../sync/ports/failure-error.ts';

/** Calls; a failure that is thrown is returned, and `tell` hears it too. */
export async function inWords<T>(
  call: () => Promise<Result<T>>,
  tell: (failure: Failure) => void,
): Promise<Result<T>> {
  try {
    return await call();
  } catch (error) {
    const failure = thrownFailure(error);
    tell(failure);
    return fail(failure);
  }
}
