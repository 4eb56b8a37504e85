import type { Environment } from '../sync/ports/environment.ts';

/** The longest stretch of work without a pause, ms; a screen that draws sixty times a second hardly notices it. */
const STRETCH_MS = 6;

/** Lets other work of the process go on in the middle of a long one. */
export class Breather {
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  #since: number;
  /** The pause of the last one who waits for one. */
  #last: Promise<void> = Promise.resolve();

  constructor(env: Pick<Environment, 'now' | 'sleep'>) {
    this.#env = env;
    this.#since = env.now();
  }

  /**
   * Comes back at once unless it is time for a pause. Where several share the work, they come back one by one, each
   * after a pause of its own: together they would hold up the others as long as all their stretches take.
   */
  async breathe(): Promise<void> {
    if (this.#env.now() - this.#since < STRETCH_MS) return;
    this.#last = this.#pauseAfter(this.#last);
    await this.#last;
  }

  async #pauseAfter(before: Promise<void>): Promise<void> {
    await before;
    await this.#env.sleep(0);
    this.#since = this.#env.now();
  }
}
