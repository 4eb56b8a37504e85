import type { Failure } from '../../../shared/failure.ts';
import type { Environment } from '../ports/environment.ts';
import type { SiteDataService } from '../ports/service.ts';

/** A service that is being set up anew may refuse everybody for a moment, ms; … */
const SOON = 5000;
/** … after longer it is asked half as often each time, and then as often as it would be listed. */
const LONGEST = 60_000;

/** Until a service that has refused the token so many times before is asked once more, ms. */
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

/** As long as the service refuses the token it is asked now and then, so that no change waits for the next listing. */
export class TokenProbe {
  readonly #context: Asking;
  readonly #answers: Answers;
  #asking: AbortController | null = null;
  /** How often it was asked since the service last took the token without refusing it again. */
  #times = 0;

  constructor(context: Asking, answers: Answers) {
    this.#context = context;
    this.#answers = answers;
  }

  /** What keeps from the service now; null: nothing. One that takes the token and refuses it again is asked less often. */
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
