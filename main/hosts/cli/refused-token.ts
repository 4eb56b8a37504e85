import type { Failure } from '../../../shared/failure.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { SiteDataService } from '../../sync/ports/service.ts';

/** A service that is being set up anew may refuse everybody for a moment, ms. */
const ASK_AGAIN = 5000;

interface Asking {
  readonly env: Pick<Environment, 'sleep'>;
  readonly service: Pick<SiteDataService, 'sitesPage'>;
  readonly stopping: AbortSignal;
}

/**
 * Ends a watch whose token is refused. It read its token when it began, and it holds the data folder that another one
 * would be kept in: going on would only ask for the same refusal, until somebody looks. A service that takes the token
 * again meanwhile ends nothing.
 */
export class RefusedToken {
  readonly #context: Asking;
  readonly #ending = new AbortController();
  #asking = new AbortController();
  #failure: Failure | null = null;

  constructor(context: Asking) {
    this.#context = context;
  }

  /** Aborted when the watch is to end. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** What the service said; null: it does not refuse the token. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** What keeps all sites from the service is another thing now; null: nothing. */
  stopped(failure: Failure | null): void {
    this.#asking.abort();
    if (failure?.code !== 'sign-in') return;
    this.#asking = new AbortController();
    void this.#askAgain(AbortSignal.any([this.#context.stopping, this.#asking.signal]));
  }

  async #askAgain(signal: AbortSignal): Promise<void> {
    const { env, service } = this.#context;
    while (!signal.aborted) {
      await env.sleep(ASK_AGAIN, signal);
      if (signal.aborted) return;
      const answer = await service.sitesPage(0, 1, { signal });
      if (answer.ok || signal.aborted) return;
      if (answer.failure.code !== 'sign-in') continue;
      this.#failure = answer.failure;
      this.#ending.abort();
      return;
    }
  }
}
