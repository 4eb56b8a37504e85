/** Why an owner's work stands still: a person paused it, or the service asked all who use this sign to wait. */
export type ParkReason = 'paused' | symbol;

interface Waiting {
  /** Its number in the order of arrival. */
  readonly came: number;
  /** `starts` false: it never runs. */
  readonly settle: (starts: boolean) => void;
  readonly group: object | null;
}

/** The work of one site. */
interface Owner {
  readonly name: string;
  /** How many of each weight are running, and how many in all. */
  readonly running: number[];
  total: number;
  /** How many may run at once: fewer than there are slots while its service is near its limit. */
  atOnce: number;
  /** Pieces of work that went well since `atOnce` last changed. */
  well: number;
  /** Why its work stands still. While it does, it holds no slots and starts nothing. */
  readonly parked: Set<ParkReason>;
}

/** Waiting work of one owner and weight, in order of arrival. Whether any of it may start depends on the first one. */
interface Queue {
  readonly owner: Owner;
  readonly weight: number;
  waiting: Waiting[];
}

/** After so many pieces of work went well, one more of the owner's may run at once. */
const WELL = 30;

/**
 * Limits how much runs at once. A small file takes one slot, a larger one several. First come, first served, with two
 * exceptions. Work that waits for others as heavy as itself does not hold up lighter work. And an owner (a site) that
 * has nothing as light running is served at once, beyond the limit: a note waits neither for photos that take minutes
 * nor for a film that takes hours, and an owner whose transfers crawl keeps nobody else waiting.
 *
 * Each transfer asks several times who is next, so finding that out allocates nothing.
 */
export class Slots {
  readonly capacity: number;
  readonly #queues: Queue[] = [];
  #came = 0;
  readonly #owners: Owner[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Runs the work when its turn comes. Null if its group was dismissed before it started. */
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

  /** Waiting work of this group will not start any more. */
  dismiss(group: object): void {
    for (const queue of this.#queues) {
      const all = queue.waiting;
      queue.waiting = all.filter((entry) => entry.group !== group);
      for (const entry of all) if (entry.group === group) entry.settle(false);
    }
    this.#next();
  }

  /** The owner stands still: its slots go to others. When it goes on, more than the limit may run. */
  park(owner: string, why: ParkReason): void {
    this.#owner(owner).parked.add(why);
    this.#next();
  }

  /** This reason is over. The owner goes on if there is no other. */
  unpark(owner: string, why: ParkReason): void {
    const { parked } = this.#owner(owner);
    if (parked.delete(why) && parked.size === 0) this.#next();
  }

  /** The owner's service has had enough: half as many run at once from here on, and one more for each `WELL` that go well. */
  narrow(owner: string): void {
    const narrowed = this.#owner(owner);
    const { atOnce, total } = narrowed;
    narrowed.atOnce = Math.max(1, Math.floor(Math.min(atOnce, Math.max(total, 1)) / 2));
    narrowed.well = 0;
  }

  /** A piece of the owner's work went well. */
  wentWell(owner: string): void {
    const widened = this.#owner(owner);
    if (widened.atOnce >= this.capacity || ++widened.well < WELL) return;
    widened.well = 0;
    widened.atOnce += 1;
    this.#next();
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
    const owner = { name, running, total: 0, atOnce: this.capacity, well: 0, parked: new Set<ParkReason>() };
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
    // Once one is started its owner has something running, so others of the same owner that are no lighter stay.
    for (let next = this.#earliest(this.#passes); next !== null; next = this.#earliest(this.#passes))
      this.#start(next);
  }

  /**
   * The queue whose first entry starts next. Work that waits for others as heavy as itself, and work of owners who
   * stand still, keeps no place.
   */
  #first(): Queue | null {
    const first = this.#earliest(this.#keepsPlace);
    return first !== null && this.#isFree(first.weight, 0) ? first : null;
  }

  /** Of the queues that count and are not empty, the one whose first entry came first. */
  #earliest(counts: (queue: Queue) => boolean): Queue | null {
    let earliest: Queue | null = null;
    for (const queue of this.#queues) {
      const came = queue.waiting[0]?.came ?? Infinity;
      if (came < (earliest?.waiting[0]?.came ?? Infinity) && counts(queue)) earliest = queue;
    }
    return earliest;
  }

  readonly #keepsPlace = ({ owner, weight }: Queue): boolean =>
    this.#isFree(weight, weight) && owner.parked.size === 0 && owner.total < owner.atOnce;

  /** Does the owner have nothing running that is as light? If it stands still: nothing at all? */
  readonly #passes = ({ owner: { running, parked }, weight }: Queue): boolean => {
    for (let each = parked.size > 0 ? running.length - 1 : weight; each >= 0; each--)
      if ((running[each] ?? 0) > 0) return false;
    return true;
  };

  #start(queue: Queue): void {
    const entry = queue.waiting.shift();
    count(queue, 1);
    entry?.settle(true);
  }

  /**
   * Is there room for this weight beside running work as heavy as `from` or heavier? Work that stands still does not
   * count.
   */
  #isFree(weight: number, from: number): boolean {
    let taken = weight;
    for (const { running, parked } of this.#owners) {
      if (parked.size > 0) continue;
      for (let each = from; each < running.length; each++) taken += each * (running[each] ?? 0);
    }
    return taken <= this.capacity;
  }
}

function count({ owner, weight }: Queue, change: number): void {
  owner.running[weight] = (owner.running[weight] ?? 0) + change;
  owner.total += change;
}

/** Bytes. A larger file than this may take minutes on a slow line, one beyond the next limit hours. */
const SMALL = 1024 * 1024;
const MIDDLE = 16 * SMALL;
/** Slots that a small, a middle and a large file take. */
export const WEIGHTS = [1, 2, 3] as const;

/** Slots for a file of this many bytes, of 8 in all. */
export function weightOf(bytes: number): (typeof WEIGHTS)[number] {
  return bytes > MIDDLE ? 3 : bytes > SMALL ? 2 : 1;
}
