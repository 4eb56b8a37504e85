import type { SharedMemory } from '../workers/shared-memory.ts';

/** Bytes of all downloads that are held in memory at a time. */
const MOST = 16 * 1024 * 1024;
/** Less is sooner copied to a thread than it sees the same memory. */
const COPIED = 64 * 1024;

/** Memory of one download. */
export interface Held {
  readonly bytes: Uint8Array;
  /** Nobody reads or writes it any more. */
  release(): void;
}

/** Lends memory to downloads until they are placed, so much and no more: a slow disk must not fill it up. */
export class HeldMemory {
  readonly #shared: SharedMemory;
  #held = 0;

  constructor(shared: SharedMemory) {
    this.#shared = shared;
  }

  /** Null where too much is held. */
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
