type Working = (...args: never[]) => Promise<unknown>;

/** Counts work that commands do in the folders of sites, even while nobody is signed in: other programs have to wait for it. */
export class FolderWork {
  readonly #onRest: () => void;
  #running = 0;

  /** `onRest` is called when the last work has ended. */
  constructor(onRest: () => void) {
    this.#onRest = onRest;
  }

  get isAtRest(): boolean {
    return this.#running === 0;
  }

  readonly during = async <T>(work: () => Promise<T>): Promise<T> => {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.isAtRest) this.#onRest();
    }
  };

  /** Wraps functions so that each counts as such work. */
  of<T extends Readonly<Record<string, Working>>>(functions: T): T {
    const entries = Object.entries(functions).map(([name, work]) => [
      name,
      (...args: Parameters<typeof work>) => this.during(() => work(...args)),
    ]);
    return Object.fromEntries(entries) as T;
  }
}
