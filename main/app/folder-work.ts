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
}
