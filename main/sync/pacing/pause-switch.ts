/**
 * A person's pause. What is under way stands still where it is, with its connection open, and goes on from there;
 * what the service cuts off meanwhile keeps its part and resumes by itself.
 */
export class PauseSwitch {
  /** How many have ended. */
  pauses = 0;
  #held = false;
  readonly #waiting = new Set<() => void>();

  get held(): boolean {
    return this.#held;
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    if (this.#held) this.pauses += 1;
    this.#held = false;
    for (const goOn of this.#waiting) goOn();
  }

  /** Resolves when nothing is held any more, at once where nothing is, and where the signal is aborted. */
  async passed(signal: AbortSignal): Promise<void> {
    while (this.#held && !signal.aborted) await this.#change(signal);
  }

  /** The same bytes, standing still while held. */
  shape(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => {
        const source = stream[Symbol.asyncIterator]();
        return {
          next: async () => {
            const step = await source.next();
            if (this.#held) await this.passed(signal);
            return step;
          },
          return: async () => {
            await source.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    };
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const goOn = (): void => {
        this.#waiting.delete(goOn);
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      this.#waiting.add(goOn);
      signal.addEventListener('abort', goOn);
    });
  }
}
