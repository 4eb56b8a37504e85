/**
 * A pause that a person chose. Transfers stand still with their connections open, and go on from there. If the service
 * cuts one off meanwhile, its part is kept and resumed later.
 */
export class PauseSwitch {
  /** How many pauses have ended so far. */
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

  /** Resolves when the pause is over: at once if there is none, or if the signal is aborted. */
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
