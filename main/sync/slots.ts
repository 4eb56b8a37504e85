/**
 * Limits how much runs at once. A small file takes one slot, a large one several, so that many small files travel
 * together while two large ones do not starve them. First come, first served.
 */
export class Slots {
  readonly capacity: number;
  #free: number;
  readonly #queue: { readonly weight: number; readonly start: () => void }[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#free = capacity;
  }

  async run<T>(weight: number, work: () => Promise<T>): Promise<T> {
    const need = Math.min(weight, this.capacity);
    await this.#take(need);
    try {
      return await work();
    } finally {
      this.#free += need;
      this.#next();
    }
  }

  #take(weight: number): Promise<void> {
    if (this.#queue.length === 0 && this.#free >= weight) {
      this.#free -= weight;
      return Promise.resolve();
    }
    return new Promise((start) => {
      this.#queue.push({ weight, start });
    });
  }

  #next(): void {
    for (let head = this.#queue[0]; head !== undefined && head.weight <= this.#free; head = this.#queue[0]) {
      this.#queue.shift();
      this.#free -= head.weight;
      head.start();
    }
  }
}

/** Slots for a file of this many bytes, of 8 in all. */
export function weightOf(bytes: number): number {
  return bytes > 32 * 1024 * 1024 ? 4 : bytes > 1024 * 1024 ? 2 : 1;
}

/** Runs `work` for each item with at most `width` under way, so that 100,000 items do not start 100,000 promises. */
export async function forEachLimited<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}
