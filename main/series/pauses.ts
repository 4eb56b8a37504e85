import type { Environment } from '../sync/ports/environment.ts';

/** The longest stretch of work without a pause, ms; a screen that draws sixty times a second hardly notices it. */
const STRETCH_MS = 6;

/** Lets other work of the process go on in the middle of a long one. */
export class Pauses {
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  #since: number;

  constructor(env: Pick<Environment, 'now' | 'sleep'>) {
    this.#env = env;
    this.#since = env.now();
  }

  /** Comes back at once unless it is time for a pause. */
  async breathe(): Promise<void> {
    if (this.#env.now() - this.#since < STRETCH_MS) return;
    await this.#env.sleep(0);
    this.#since = this.#env.now();
  }
}
