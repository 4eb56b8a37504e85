/** Does one work after another, in the order in which they come. One that fails holds up none of the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all have ended that came until now. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
