import type { Environment } from '../ports/environment.ts';

/**
 * How many bytes pass at once: between these two, a sixteenth of a second's worth. So a slow limit flows evenly, and no
 * side times out.
 */
const MOST = 64 * 1024;
const LEAST = 1024;
const PIECES_A_SECOND = 16;
/** Unused bandwidth can be made up for, up to this many milliseconds' worth. */
const BURST = 250;

/** A bandwidth limit, shared by all transfers of one direction. */
export class Throttle {
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  #bytesPerSecond: number | null;
  /** Time at which all bytes let through so far will have been paid for, epoch ms. */
  #paidUntil = 0;
  /** What the clock said last, epoch ms. */
  #seen = 0;
  /** Aborted when the limit changes: transfers that wait for the old limit start over with the new one. */
  #changed = new AbortController();

  constructor(env: Pick<Environment, 'now' | 'sleep'>, bytesPerSecond: number | null) {
    this.#env = env;
    this.#bytesPerSecond = bytesPerSecond;
  }

  get unlimited(): boolean {
    return this.#bytesPerSecond === null;
  }

  /** Null: no limit. Holds at once, for the transfers that are under way too. */
  limit(bytesPerSecond: number | null): void {
    if (bytesPerSecond === this.#bytesPerSecond) return;
    this.#bytesPerSecond = bytesPerSecond;
    this.#paidUntil = 0;
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /** Waits until these bytes may pass. */
  async pass(bytes: number, signal?: AbortSignal): Promise<void> {
    while (this.#bytesPerSecond !== null) {
      const changed = this.#changed.signal;
      const now = this.#now();
      this.#paidUntil = Math.max(this.#paidUntil, now - BURST) + (bytes * 1000) / this.#bytesPerSecond;
      const wait = this.#paidUntil - now;
      if (wait > 0) await this.#env.sleep(wait, signal === undefined ? changed : either(signal, changed));
      this.#now();
      if (!changed.aborted) return;
    }
  }

  /** Epoch ms. Where the clock was set back, what is owed goes with it: it would be as much more as the clock went back. */
  #now(): number {
    const now = this.#env.now();
    this.#paidUntil -= Math.max(0, this.#seen - now);
    this.#seen = now;
    return now;
  }

  /** How many bytes pass at once; null: as they come. */
  get piece(): number | null {
    return this.#bytesPerSecond === null ? null : pieceOf(this.#bytesPerSecond);
  }

  /** The same bytes at the allowed speed. */
  shape(stream: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => new Shaped(this, stream[Symbol.asyncIterator](), signal),
    };
  }
}

/** Bytes in pieces, each of which waits for its turn; without a limit they pass as they come. */
class Shaped implements AsyncIterator<Uint8Array> {
  readonly #throttle: Throttle;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #signal: AbortSignal | undefined;
  /** What is left of the chunk that is cut up. */
  #rest: Uint8Array = NOTHING;

  constructor(throttle: Throttle, source: AsyncIterator<Uint8Array>, signal: AbortSignal | undefined) {
    this.#throttle = throttle;
    this.#source = source;
    this.#signal = signal;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    while (this.#rest.length === 0) {
      const step = await this.#source.next();
      if (step.done === true) return step;
      this.#rest = step.value;
    }
    const most = this.#throttle.piece;
    const piece = most === null ? this.#rest : this.#rest.subarray(0, most);
    this.#rest = most === null ? NOTHING : this.#rest.subarray(most);
    if (most !== null) await this.#throttle.pass(piece.length, this.#signal);
    return { done: false, value: piece };
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
}

const NOTHING = new Uint8Array(0);

function pieceOf(bytesPerSecond: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.round(bytesPerSecond / PIECES_A_SECOND)));
}

function either(a: AbortSignal, b: AbortSignal): AbortSignal {
  return AbortSignal.any([a, b]);
}
