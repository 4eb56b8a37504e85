import type { SharedMemory } from '../workers/shared-memory.ts';

/** The most bytes that all downloads together hold in memory. */
const MOST = 16 * 1024 * 1024;
/** Below this many bytes, copying to a thread is faster than shared memory. */
const COPIED = 64 * 1024;

/** The memory of one download. */
export interface Held {
  readonly bytes: Uint8Array;
  /** To be called when nobody reads or writes it any more. */
  release(): void;
}

/** Lends memory to downloads until they are placed. The amount is limited: a slow disk must not fill it up. */
export class HeldMemory {
  readonly #shared: SharedMemory;
  #held = 0;

  constructor(shared: SharedMemory) {
    this.#shared = shared;
  }

  /** Null if too much is lent already. */
  take(size: number): Held | null {
    if (this.#held + size > MOST) return null;
    this.#held += size;
    const lent = size > COPIED ? this.#shared.lend(size) : null;
    let released = false;
    return {
      bytes: lent?.subarray(0, size) ?? new Uint8Array(size),
      release: () => {
        if (released) return;
        released = true;
        this.#held -= size;
        if (lent !== null) this.#shared.giveBack(lent);
      },
    };
  }
}
