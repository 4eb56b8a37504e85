/** Why an owner's work stands still: the person paused it, or the service asked it to wait. */
export type Standing = 'paused' | 'busy';

interface Waiting {
  /** In the order of their coming. */
  readonly number: number;
  readonly owner: string;
  readonly weight: number;
  /** False: it is not started at all. */
  readonly settle: (starts: boolean) => void;
  readonly group: object | null;
}

/** What of an owner runs. */
interface Running {
  pieces: number;
  /** Slots that they count for, and those of them that large ones do. */
  weight: number;
  large: number;
}

/** Of more weight than this a piece of work is a large one. */
const LARGEST_SMALL = 2;
/** So many slots large ones leave to others. */
const LEFT_TO_SMALL = 2;

/**
 * Limits how much runs at once. A small file takes one slot, a large one several; large ones wait in a line of their own
 * and never take all slots, so that no small one waits for hours for them. In each line first come, first served; but an
 * owner (a site) of whom nothing runs is served at once, beyond the limit, so that one whose transfers crawl keeps no
 * other from its turn.
 */
export class Slots {
  readonly capacity: number;
  readonly #small: Waiting[] = [];
  readonly #large: Waiting[] = [];
  /** Owners whose work stands still: it holds no slots meanwhile, and starts nothing. */
  readonly #parked = new Map<string, Set<Standing>>();
  readonly #running = new Map<string, Running>();
  /** Slots that work counts for which does not stand still. */
  #taken = 0;
  #takenByLarge = 0;
  #number = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Null where it was dismissed, with its group, before it started. */
  async run<T>(
    owner: string,
    weight: number,
    work: () => Promise<T>,
    group: object | null = null,
  ): Promise<T | null> {
    const need = Math.min(weight, this.capacity);
    if (!(await this.#take(owner, need, group))) return null;
    try {
      return await work();
    } finally {
      this.#occupy(owner, need, -1);
      this.#next();
    }
  }

  /** What waits of this group starts no more. */
  dismiss(group: object): void {
    for (const line of [this.#small, this.#large]) {
      const left = line.filter((entry) => entry.group !== group);
      const over = line.splice(0, line.length, ...left).filter((entry) => entry.group === group);
      for (const entry of over) entry.settle(false);
    }
    this.#next();
  }

  /** The owner stands still: its slots go to others, beyond the limit when it goes on. */
  park(owner: string, why: Standing): void {
    const before = this.#parked.get(owner);
    if (before !== undefined) {
      before.add(why);
      return;
    }
    this.#parked.set(owner, new Set([why]));
    this.#count(owner, -1);
    this.#next();
  }

  /** Goes on where it stood still for this reason alone. */
  unpark(owner: string, why: Standing): void {
    const reasons = this.#parked.get(owner);
    if (reasons?.delete(why) !== true || reasons.size > 0) return;
    this.#parked.delete(owner);
    this.#count(owner, 1);
    this.#next();
  }

  #take(owner: string, weight: number, group: object | null): Promise<boolean> {
    if (this.#piecesOf(owner) === 0) {
      this.#occupy(owner, weight, 1);
      return Promise.resolve(true);
    }
    return new Promise((settle) => {
      this.#number += 1;
      this.#lineOf(weight).push({ number: this.#number, owner, weight, settle, group });
      this.#startFirst();
    });
  }

  #next(): void {
    this.#startFirst();
    for (const entry of [...this.#small, ...this.#large]) {
      // Starting one gives its owner something that runs: the others of the same owner stay.
      if (this.#piecesOf(entry.owner) === 0) this.#start(entry);
    }
  }

  #startFirst(): void {
    for (let first = this.#first(); first !== undefined; first = this.#first()) this.#start(first);
  }

  /** Who starts next; a large one that waits for slots alone keeps its place before those that came after it. */
  #first(): Waiting | undefined {
    const [small, large] = [this.#head(this.#small), this.#head(this.#large)];
    const isLargesTurn =
      large !== undefined &&
      this.#hasBerth(large.weight) &&
      (small === undefined || large.number < small.number);
    const first = isLargesTurn ? large : small;
    return first !== undefined && this.#taken + first.weight <= this.capacity ? first : undefined;
  }

  /** Those of owners who stand still keep no place in the line from others. */
  #head(line: readonly Waiting[]): Waiting | undefined {
    return line.find((entry) => !this.#parked.has(entry.owner));
  }

  /** Where there are only few slots in all, one large one may have them. */
  #hasBerth(weight: number): boolean {
    return this.#takenByLarge + weight <= Math.max(this.capacity - LEFT_TO_SMALL, weight);
  }

  #start(entry: Waiting): void {
    const line = this.#lineOf(entry.weight);
    line.splice(line.indexOf(entry), 1);
    this.#occupy(entry.owner, entry.weight, 1);
    entry.settle(true);
  }

  #lineOf(weight: number): Waiting[] {
    return isLarge(weight) ? this.#large : this.#small;
  }

  #occupy(owner: string, weight: number, change: 1 | -1): void {
    const running = this.#running.get(owner) ?? { pieces: 0, weight: 0, large: 0 };
    this.#running.set(owner, running);
    if (!this.#parked.has(owner)) this.#count(owner, -1);
    running.pieces += change;
    running.weight += change * weight;
    if (isLarge(weight)) running.large += change * weight;
    if (!this.#parked.has(owner)) this.#count(owner, 1);
  }

  #count(owner: string, change: 1 | -1): void {
    const { weight, large } = this.#running.get(owner) ?? { weight: 0, large: 0 };
    this.#taken += change * weight;
    this.#takenByLarge += change * large;
  }

  #piecesOf(owner: string): number {
    return this.#running.get(owner)?.pieces ?? 0;
  }
}

function isLarge(weight: number): boolean {
  return weight > LARGEST_SMALL;
}

/** A file of more bytes may travel for long. */
export const LARGE = 16 * 1024 * 1024;

/** Slots for a file of this many bytes, of 8 in all. */
export function weightOf(bytes: number): number {
  return bytes > LARGE ? LARGEST_SMALL + 1 : bytes > 1024 * 1024 ? 2 : 1;
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
  await allEnded(Array.from({ length: Math.min(width, items.length) }, lane));
}

/** Rejects as the first of them does, when all have ended. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.all(works);
  } finally {
    await Promise.allSettled(works);
  }
}
