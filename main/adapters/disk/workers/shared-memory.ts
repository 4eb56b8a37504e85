export type Memory = Uint8Array<SharedArrayBuffer>;

/** The smallest size that is lent, bytes. */
const LEAST = 64 * 1024;

/**
 * Memory that two threads share, and that is lent again when it comes back. New memory for each file would be
 * expensive: a worker makes so little garbage that it rarely collects it, and kept 1.6 GB for 1,500 files of 1.5 MB.
 * And new memory counts towards the next collection: with 2,000 files of 300 kB, the collector took as much time as all
 * other work.
 */
export class SharedMemory {
  /** Free memory by size, in powers of two. */
  readonly #free = new Map<number, Memory[]>();
  /** Lent and not given back yet. Weak, so that memory which nobody holds any more is collected. */
  #lent = new WeakSet<Memory>();

  /** At least this many bytes, with any content. */
  lend(bytes: number): Memory {
    const size = sizeFor(bytes);
    const memory = this.#free.get(size)?.pop() ?? new Uint8Array(new SharedArrayBuffer(size));
    this.#lent.add(memory);
    return memory;
  }

  /**
   * To be called when nobody reads or writes it any more. Memory that is given back twice would be lent to two files at
   * once, and mix them.
   */
  giveBack(memory: Memory): void {
    if (!this.#lent.delete(memory)) return;
    const free = this.#free.get(memory.length);
    if (free === undefined) this.#free.set(memory.length, [memory]);
    else free.push(memory);
  }

  /** Forgets all memory, free or lent: a thread that is being ended may still use what it borrowed. */
  clear(): void {
    this.#free.clear();
    this.#lent = new WeakSet();
  }
}

function sizeFor(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(LEAST, bytes)));
}
