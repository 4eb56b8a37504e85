import type { Failure } from '../../../shared/failure.ts';
import type { Environment } from '../ports/environment.ts';
import type { SiteDataService } from '../ports/service.ts';

/**
 * A service that is being set up anew may refuse everybody for a moment. So it is asked again after this long, ms, …
 */
const SOON = 5000;
/** … then half as often each time, up to this, which is as often as it would be listed. */
const LONGEST = 60_000;

/** How long to wait before asking a service again that has refused the token this many times, ms. */
export function untilAskedAgain(times: number): number {
  return Math.min(SOON * 2 ** times, LONGEST);
}

/** What is asked with. */
export interface Asking {
  readonly env: Pick<Environment, 'sleep'>;
  readonly service: Pick<SiteDataService, 'sitesPage'>;
  readonly stopping: AbortSignal;
}

/** Who hears the answer. */
export interface Answers {
  readonly onTaken: () => void;
  readonly onRefused: (failure: Failure) => void;
}

/**
 * As long as the service refuses the token, asks it now and then. So changes do not wait for the next listing once it
 * takes the token.
 */
export class TokenProbe {
  readonly #context: Asking;
  readonly #answers: Answers;
  #asking: AbortController | null = null;
  /** How often it was asked since the service last took the token for good. */
  #times = 0;

  constructor(context: Asking, answers: Answers) {
    this.#context = context;
    this.#answers = answers;
  }

  /**
   * Tells what stops requests now; null: nothing does. A service that takes the token and refuses it again is asked
   * less often.
   */
  stopped(code: Failure['code'] | null): void {
    if (code !== 'sign-in') return this.#end();
    if (this.#asking !== null) return;
    this.#asking = new AbortController();
    void this.#ask(AbortSignal.any([this.#context.stopping, this.#asking.signal]));
  }

  #end(): void {
    this.#asking?.abort();
    this.#asking = null;
    this.#times = 0;
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { env, service } = this.#context;
    while (!signal.aborted) {
      await env.sleep(untilAskedAgain(this.#times), signal);
      if (signal.aborted) return;
      this.#times += 1;
      const answer = await service.sitesPage(0, 1, { signal });
      if (signal.aborted) return;
      if (answer.ok) {
        this.#asking = null;
        this.#answers.onTaken();
        return;
      }
      if (answer.failure.code === 'sign-in') this.#answers.onRefused(answer.failure);
    }
  }
}
