import { hasCome } from '../engine/times/due.ts';
import type { Environment } from '../sync/ports/environment.ts';

/** What was not met for so long is over, ms. */
const CALM = 60_000;

/** Tells a trouble that comes up from one that goes on, of which every try would be told once more. */
export class Troubles {
  readonly #env: Pick<Environment, 'now'>;
  /** Epoch ms. */
  readonly #metLast = new Map<string, number>();

  constructor(env: Pick<Environment, 'now'>) {
    this.#env = env;
  }

  comesUp(words: string): boolean {
    const now = this.#env.now();
    const before = this.#metLast.get(words);
    this.#metLast.set(words, now);
    return before === undefined || hasCome(before + CALM, now, CALM);
  }
}
