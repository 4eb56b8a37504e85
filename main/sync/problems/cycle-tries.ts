/** How often one item may be planned again in a row before it has to wait. */
const MOST_REPLANS = 4;
/** How often one item may fail in a cycle that a person waits for. */
const EAGER_TRIES = 2;

/** How often each item was tried in this cycle, so that none is tried for ever; by the keys of `keyOf`. */
export class CycleTries {
  readonly #failures = new Map<string, number>();
  /** How many of these failures were a service asking to wait. */
  readonly #putOff = new Map<string, number>();
  readonly #replans: Map<string, number>;

  /** `replans`: how often each was planned again in a row, counted on from the cycle before. */
  constructor(replans: Map<string, number>) {
    this.#replans = replans;
    // An item that was planned again too often is held back by its stored attempt from now on.
    for (const [key, times] of replans) if (times >= MOST_REPLANS) replans.delete(key);
  }

  /** Were there too many tries or plans? */
  isUsedUp(key: string, eager: boolean): boolean {
    const tries = (this.#failures.get(key) ?? 0) - (this.#putOff.get(key) ?? 0);
    return tries >= (eager ? EAGER_TRIES : 1) || (this.#replans.get(key) ?? 0) >= MOST_REPLANS;
  }

  hasFailed(key: string): boolean {
    return this.#failures.has(key);
  }

  /** True for the first failure of the cycle. `putOff`: the service asked to wait, which does not count as a try. */
  failed(key: string, putOff: boolean): boolean {
    if (putOff) count(this.#putOff, key);
    return count(this.#failures, key) === 1;
  }

  /** True for the last one that is allowed. */
  replanned(key: string): boolean {
    return count(this.#replans, key) === MOST_REPLANS;
  }

  succeeded(key: string): void {
    this.#replans.delete(key);
  }
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}
