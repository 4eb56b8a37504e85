export type Memory = Uint8Array<SharedArrayBuffer>;

/** Less is not worth a size of its own, bytes. */
const LEAST = 64 * 1024;

/**
 * Memory that two threads see, lent again once it was given back. A thread that gets fresh memory for each file keeps all
 * of it until it collects its garbage, of which it makes next to none: 1,500 files of 1.5 MB took 1.6 GB. And each that is
 * made counts as garbage to come: with 2,000 files of 300 kB the collector took as much time as all other work.
 */
export class SharedMemory {
  /** By size, powers of two. */
  readonly #free = new Map<number, Memory[]>();
  /** Not given back yet; what nobody has any more is collected. */
  #lent = new WeakSet<Memory>();

  /** At least so many bytes; what is in them is anything. */
  lend(bytes: number): Memory {
    const size = sizeFor(bytes);
    const memory = this.#free.get(size)?.pop() ?? new Uint8Array(new SharedArrayBuffer(size));
    this.#lent.add(memory);
    return memory;
  }

  /** Nobody reads or writes it any more. Given back twice it would be lent to two, whose files would be mixed. */
  giveBack(memory: Memory): void {
    if (!this.#lent.delete(memory)) return;
    const free = this.#free.get(memory.length);
    if (free === undefined) this.#free.set(memory.length, [memory]);
    else free.push(memory);
  }

  /** Drops all that is free or lent, for the collector: a thread that is being ended may still use what it borrowed. */
  clear(): void {
    this.#free.clear();
    this.#lent = new WeakSet();
  }
}

function sizeFor(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(LEAST, bytes)));
}
