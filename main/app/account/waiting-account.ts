import { failureText, type Failure } from '../../../shared/failure.ts';
import type { Environment } from '../../sync/ports/environment.ts';

/** How long to wait before a service that did not answer is asked again, ms. */
const ASKED_AGAIN = 30_000;

/**
 * An account that is to be signed in and whose service has not answered yet: its address may be mistyped, or the
 * network away. Until it answers, everything stays agreed on with the account before.
 */
export class WaitingAccount {
  readonly failure: Failure;
  /** What a person is told as long as it waits. */
  readonly notice: string;
  readonly #over = new AbortController();
  #wake = new AbortController();

  constructor(failure: Failure) {
    this.failure = failure;
    this.notice = `${failureText(failure)} Until the service answers nothing is sent or fetched; it is asked again each half minute.`;
  }

  /** Aborted when somebody else is to be signed in, or nobody. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  end(): void {
    this.#over.abort();
  }

  /** Somebody waits, or a network came: the service is asked at once. */
  wake(): void {
    this.#wake.abort();
  }

  /** Resolves when the service is to be asked again; false if the wait is over. */
  async rest(env: Pick<Environment, 'sleep'>): Promise<boolean> {
    await env.sleep(ASKED_AGAIN, AbortSignal.any([this.over, this.#wake.signal]));
    this.#wake = new AbortController();
    return !this.over.aborted;
  }
}
