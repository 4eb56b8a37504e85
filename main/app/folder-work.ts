type Working = (...args: never[]) => Promise<unknown>;

/** What works in the folders of sites for a person, also while nobody is signed in: for so long other programs wait. */
export class FolderWork {
  readonly #onRest: () => void;
  #running = 0;

  /** `onRest`: the last of it has ended. */
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

  /** The same functions, each as such work. */
  of<T extends Readonly<Record<string, Working>>>(functions: T): T {
    const entries = Object.entries(functions).map(([name, work]) => [
      name,
      (...args: Parameters<typeof work>) => this.during(() => work(...args)),
    ]);
    return Object.fromEntries(entries) as T;
  }
}
