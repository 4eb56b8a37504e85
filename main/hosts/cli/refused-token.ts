import type { Failure } from '../../../shared/failure.ts';
import { AskAgain, type Asking } from '../../sync/ask-again.ts';

/**
 * Ends a watch whose token is refused. It read its token when it began, and it holds the data folder that another one
 * would be kept in: going on would only ask for the same refusal, until somebody looks. A service that takes the token
 * again meanwhile ends nothing.
 */
export class RefusedToken {
  readonly #ending = new AbortController();
  readonly #askAgain: AskAgain;
  #failure: Failure | null = null;

  constructor(context: Asking) {
    const stopping = AbortSignal.any([context.stopping, this.#ending.signal]);
    this.#askAgain = new AskAgain({ ...context, stopping }, { onRefused: (failure) => this.end(failure) });
  }

  /** Aborted when the watch is to end. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** What the service said; null: it does not refuse the token. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Who has not begun to wait does not begin: nobody is asked once more. */
  end(failure: Failure): void {
    this.#failure = failure;
    this.#ending.abort();
  }

  /** What keeps all sites from the service is another thing now; null: nothing. */
  stopped(failure: Failure | null): void {
    this.#askAgain.stopped(failure?.code ?? null);
  }
}
