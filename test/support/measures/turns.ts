/**
 * The longest turn of this thread's event loop, in milliseconds of its own work: a machine that is busy with other things
 * stretches the clock, but not what a turn takes. Collecting garbage counts where it stops this thread.
 */
export class Turns {
  #last = used();
  #longest = 0;
  #stopped = false;

  constructor() {
    this.#tick();
  }

  get longest(): number {
    return this.#longest;
  }

  /** Counts from here: what this turn has done so far, as telling of a test that failed, is not measured. */
  reset(): void {
    this.#last = used();
    this.#longest = 0;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Does what a stand-in does in another process, as a service: it counts for no turn. */
  without<T>(work: () => T): T {
    const before = used();
    const result = work();
    this.#last += used() - before;
    return result;
  }

  #tick(): void {
    const now = used();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
    if (!this.#stopped) setImmediate(() => this.#tick());
  }
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
