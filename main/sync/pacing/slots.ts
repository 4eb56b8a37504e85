/** Why an owner's work stands still: the person paused it, or the service asked those to wait who go by this sign. */
export type Standing = 'paused' | symbol;

interface Waiting {
  /** Number of its coming. */
  readonly came: number;
  /** False: it is not started at all. */
  readonly settle: (starts: boolean) => void;
  readonly group: object | null;
}

/** A site, as far as slots go. */
interface Owner {
  readonly name: string;
  /** How much of each weight runs. */
  readonly running: number[];
  /** Why its work stands still: it holds no slots meanwhile, and starts nothing. */
  readonly standing: Set<Standing>;
}

/** What waits of one owner and weight, in the order of its coming: which of them starts, the first one tells for all. */
interface Queue {
  readonly owner: Owner;
  readonly weight: number;
  waiting: Waiting[];
}

/**
 * Limits how much runs at once. A small file takes one slot, a larger one several. First come, first served; but what has
 * to wait for others as heavy as itself does not hold up lighter ones. And if an owner (a site) has nothing as light running,
 * it is served at once, beyond the limit: a note waits neither for photos that take minutes nor for a film that takes hours,
 * and an owner whose transfers crawl keeps no other from its turn. Each transfer asks several times who is next, so the
 * answer allocates nothing.
 */
export class Slots {
  readonly capacity: number;
  readonly #queues: Queue[] = [];
  #came = 0;
  readonly #owners: Owner[] = [];

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
    const queue = this.#queueOf(this.#owner(owner), Math.min(weight, this.capacity));
    if (!(await this.#take(queue, group))) return null;
    try {
      return await work();
    } finally {
      count(queue, -1);
      this.#next();
    }
  }

  /** What waits of this group starts no more. */
  dismiss(group: object): void {
    for (const queue of this.#queues) {
      const all = queue.waiting;
      queue.waiting = all.filter((entry) => entry.group !== group);
      for (const entry of all) if (entry.group === group) entry.settle(false);
    }
    this.#next();
  }

  /** The owner stands still: its slots go to others, beyond the limit when it goes on. */
  park(owner: string, why: Standing): void {
    this.#owner(owner).standing.add(why);
    this.#next();
  }

  /** Goes on where it stood still for this reason alone. */
  unpark(owner: string, why: Standing): void {
    const { standing } = this.#owner(owner);
    if (standing.delete(why) && standing.size === 0) this.#next();
  }

  #take(queue: Queue, group: object | null): Promise<boolean> {
    return new Promise((settle) => {
      queue.waiting.push({ came: this.#came++, settle, group });
      this.#next();
    });
  }

  #owner(name: string): Owner {
    for (const owner of this.#owners) if (owner.name === name) return owner;
    const running = Array.from({ length: this.capacity + 1 }, () => 0);
    const owner = { name, running, standing: new Set<Standing>() };
    this.#owners.push(owner);
    return owner;
  }

  #queueOf(owner: Owner, weight: number): Queue {
    for (const queue of this.#queues) if (queue.owner === owner && queue.weight === weight) return queue;
    const queue = { owner, weight, waiting: [] };
    this.#queues.push(queue);
    return queue;
  }

  #next(): void {
    for (let first = this.#first(); first !== null; first = this.#first()) this.#start(first);
    // Starting one gives its owner something that runs: others of the same owner that are no lighter stay.
    for (let next = this.#earliest(this.#passes); next !== null; next = this.#earliest(this.#passes))
      this.#start(next);
  }

  /** Whose first starts next. Those who wait for others as heavy, and those of owners who stand still, keep no place. */
  #first(): Queue | null {
    const first = this.#earliest(this.#keepsPlace);
    return first !== null && this.#isFree(first.weight, 0) ? first : null;
  }

  /** Of those that count and in which something waits, the one whose first came first. */
  #earliest(counts: (queue: Queue) => boolean): Queue | null {
    let earliest: Queue | null = null;
    for (const queue of this.#queues) {
      const came = queue.waiting[0]?.came ?? Infinity;
      if (came < (earliest?.waiting[0]?.came ?? Infinity) && counts(queue)) earliest = queue;
    }
    return earliest;
  }

  readonly #keepsPlace = ({ owner, weight }: Queue): boolean =>
    this.#isFree(weight, weight) && owner.standing.size === 0;

  /** Does nothing so light run of its owner? Of one who stands still, nothing at all? */
  readonly #passes = ({ owner: { running, standing }, weight }: Queue): boolean => {
    for (let each = standing.size > 0 ? running.length - 1 : weight; each >= 0; each--)
      if ((running[each] ?? 0) > 0) return false;
    return true;
  };

  #start(queue: Queue): void {
    const entry = queue.waiting.shift();
    count(queue, 1);
    entry?.settle(true);
  }

  /** Is there room for so much beside what is as heavy as `from` or heavier, and does not stand still? */
  #isFree(weight: number, from: number): boolean {
    let taken = weight;
    for (const { running, standing } of this.#owners) {
      if (standing.size > 0) continue;
      for (let each = from; each < running.length; each++) taken += each * (running[each] ?? 0);
    }
    return taken <= this.capacity;
  }
}

function count({ owner: { running }, weight }: Queue, change: number): void {
  running[weight] = (running[weight] ?? 0) + change;
}

/** Bytes: a larger file may take minutes on a slow line, one beyond the middle ones hours. */
const SMALL = 1024 * 1024;
const MIDDLE = 16 * SMALL;
/** Slots that a small, a middle and a large file take. */
export const WEIGHTS = [1, 2, 3] as const;

/** Slots for a file of this many bytes, of 8 in all. */
export function weightOf(bytes: number): (typeof WEIGHTS)[number] {
  return bytes > MIDDLE ? 3 : bytes > SMALL ? 2 : 1;
}
