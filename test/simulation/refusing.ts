import { failureOfAnswer, type Purpose } from '../../main/adapters/rest/dialect.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Random } from './random.ts';

/** For good, for a while, or since the service knows better. That a record is gone is told by no write. */
const STATUSES = [400, 400, 403, 405, 408, 409, 412, 413, 415, 422, 422, 423, 425, 429, 451, 507];
const WRITES = ['create', 'update', 'delete'] as const;
const WORDS = ['No.', 'A file of this name exists already.', ''];
/** The longest time for which it goes by the same rule, ms. */
const LONGEST = 60_000;

/** A service that refuses some writes: for a while those of one kind, or one in so many of them. */
export class Refusing {
  readonly #random: Random;
  #until = 0;
  #kinds: readonly Purpose['kind'][] = [];
  #chance = 0;
  #status = 400;

  constructor(random: Random) {
    this.#random = random;
  }

  /** What it answers to this request, which it does not carry out; null: it does. `now`: epoch ms. */
  answer(purpose: Purpose, now: number): Failure | null {
    const random = this.#random;
    if (now >= this.#until) {
      this.#until = now + random.below(LONGEST);
      this.#kinds = WRITES.filter(() => random.chance(0.5));
      this.#chance = random.pick([0, 0.2, 0.5, 1]);
      this.#status = random.pick(STATUSES);
    }
    if (!this.#kinds.includes(purpose.kind) || !random.chance(this.#chance)) return null;
    const words = random.pick(WORDS);
    const json = words === '' ? undefined : { detail: words };
    return failureOfAnswer({ status: this.#status, text: '', json, retryAfter: null }, purpose, now);
  }
}
