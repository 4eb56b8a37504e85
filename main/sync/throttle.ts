import type { Environment } from './ports/environment.ts';

/** A bandwidth limit: a bucket that fills with `bytesPerSecond` and holds a quarter of a second's worth. */
export class Throttle {
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  #bytesPerSecond: number | null;
  /** Time at which all bytes let through so far will have been paid for, epoch ms. */
  #paidUntil = 0;

  constructor(env: Pick<Environment, 'now' | 'sleep'>, bytesPerSecond: number | null) {
    this.#env = env;
    this.#bytesPerSecond = bytesPerSecond;
  }

  get unlimited(): boolean {
    return this.#bytesPerSecond === null;
  }

  /** Null: no limit. Takes effect with the next chunk. */
  limit(bytesPerSecond: number | null): void {
    this.#bytesPerSecond = bytesPerSecond;
    this.#paidUntil = 0;
  }

  /** Waits until these bytes may pass. */
  async pass(bytes: number, signal?: AbortSignal): Promise<void> {
    if (this.#bytesPerSecond === null) return;
    const now = this.#env.now();
    const start = Math.max(this.#paidUntil, now - 250);
    this.#paidUntil = start + (bytes * 1000) / this.#bytesPerSecond;
    const wait = this.#paidUntil - now;
    if (wait > 0) await this.#env.sleep(wait, signal);
  }

  /** The same bytes at the allowed speed, in pieces small enough that a slow limit flows evenly. */
  async *shape(stream: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    for await (const chunk of stream) {
      if (this.#bytesPerSecond === null) {
        yield chunk;
        continue;
      }
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        await this.pass(piece.length, signal);
        yield piece;
      }
    }
  }
}

const PIECE = 64 * 1024;
