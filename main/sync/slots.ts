/** Why an owner's work stands still: the person paused it, or the service asked it to wait. */
export type Standing = 'paused' | 'busy';

interface Waiting {
  readonly owner: string;
  readonly weight: number;
  readonly start: () => void;
}

/**
 * Limits how much runs at once. A small file takes one slot, a large one several, so that many small files travel
 * together while two large ones do not starve them. First come, first served; but an owner (a site) of whom nothing
 * runs is served at once, beyond the limit, so that one whose transfers crawl keeps no other from its turn.
 */
export class Slots {
  readonly capacity: number;
  #free: number;
  readonly #running = new Map<string, number>();
  readonly #queue: Waiting[] = [];
  /** Owners whose work stands still: it holds no slots meanwhile, and starts nothing. */
  readonly #parked = new Map<string, Set<Standing>>();
  /** Slots that each owner's running work counts for. */
  readonly #weights = new Map<string, number>();

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#free = capacity;
  }

  async run<T>(owner: string, weight: number, work: () => Promise<T>): Promise<T> {
    const need = Math.min(weight, this.capacity);
    await this.#take(owner, need);
    try {
      return await work();
    } finally {
      this.#occupy(owner, -need, -1);
      this.#next();
    }
  }

  /** The owner stands still: its slots go to others, beyond the limit when it goes on. */
  park(owner: string, why: Standing): void {
    const before = this.#parked.get(owner);
    if (before !== undefined) {
      before.add(why);
      return;
    }
    this.#parked.set(owner, new Set([why]));
    this.#free += this.#weights.get(owner) ?? 0;
    this.#next();
  }

  /** Goes on where it stood still for this reason alone. */
  unpark(owner: string, why: Standing): void {
    const reasons = this.#parked.get(owner);
    if (reasons?.delete(why) !== true || reasons.size > 0) return;
    this.#parked.delete(owner);
    this.#free -= this.#weights.get(owner) ?? 0;
    this.#next();
  }

  #take(owner: string, weight: number): Promise<void> {
    // Those of owners who stand still keep no place in the line from others.
    const fits = !this.#parked.has(owner) && this.#head() === undefined && this.#free >= weight;
    if (fits || this.#runningOf(owner) === 0) {
      this.#occupy(owner, weight, 1);
      return Promise.resolve();
    }
    return new Promise((start) => {
      this.#queue.push({ owner, weight, start });
    });
  }

  #next(): void {
    for (let head = this.#head(); head !== undefined && head.weight <= this.#free; head = this.#head())
      this.#start(head);
    for (const entry of this.#queue.filter((each) => this.#runningOf(each.owner) === 0)) {
      // Starting one gives its owner something that runs: the others of the same owner stay.
      if (this.#runningOf(entry.owner) === 0) this.#start(entry);
    }
  }

  #head(): Waiting | undefined {
    return this.#queue.find((entry) => !this.#parked.has(entry.owner));
  }

  #start(entry: Waiting): void {
    this.#queue.splice(this.#queue.indexOf(entry), 1);
    this.#occupy(entry.owner, entry.weight, 1);
    entry.start();
  }

  #occupy(owner: string, weight: number, running: 1 | -1): void {
    if (!this.#parked.has(owner)) this.#free -= weight;
    this.#weights.set(owner, (this.#weights.get(owner) ?? 0) + weight);
    this.#running.set(owner, this.#runningOf(owner) + running);
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}

/** Slots for a file of this many bytes, of 8 in all. */
export function weightOf(bytes: number): number {
  return bytes > 32 * 1024 * 1024 ? 4 : bytes > 1024 * 1024 ? 2 : 1;
}

/**
 * Runs `work` for each item with at most `width` under way, so that 100,000 items do not start 100,000 promises. Where
 * one throws no more are begun, and it is thrown on when those under way have ended; `onThrow` may tell them to. Nor are
 * more begun once `isOver`.
 */
export async function forEachLimited<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  onThrow: () => void = () => undefined,
  isOver: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    try {
      for (let item = items[next++]; item !== undefined && !isOver(); item = items[next++]) await work(item);
    } catch (error) {
      next = items.length;
      onThrow();
      throw error;
    }
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  try {
    await Promise.all(lanes);
  } finally {
    await Promise.allSettled(lanes);
  }
}
