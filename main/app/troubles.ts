import { hasCome } from '../engine/times/due.ts';
import type { Environment } from '../sync/ports/environment.ts';

/** A trouble that was not met for this long is over, ms. */
const CALM = 60_000;

/** Tells new troubles from lasting ones, which would otherwise be reported with every try. */
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
