import type { CycleOptions } from '../cycle-options.ts';

/** What a caller that waits for the first sync of a watch asked for. */
export interface FirstSyncOptions extends Pick<CycleOptions, 'confirmDeletes'> {
  /** The first sync is over: everything is done, or reported with its reason, and nothing of it goes on. */
  readonly onThrough: () => void;
}

/** The first sync of one site, over as many cycles as it takes. The options of the caller hold for it alone. */
export class FirstSync {
  /** No cycle has ended yet. */
  #isNew = true;
  #isAsked: boolean;
  #isThrough: boolean;
  readonly #options: FirstSyncOptions | undefined;

  /** Without options nobody waits for it: it is through at once. */
  constructor(options: FirstSyncOptions | undefined) {
    this.#options = options;
    this.#isAsked = options !== undefined;
    this.#isThrough = options === undefined;
  }

  /** Everything about it was reported. */
  get isThrough(): boolean {
    return this.#isThrough;
  }

  /** Only in the first cycle, which carries out deletes before any transfer: later deletes were not meant by the approval. */
  get confirmDeletes(): boolean {
    return this.#isNew && this.#options?.confirmDeletes === true;
  }

  /** Somebody waits for it, so that it tries what other cycles would leave for later. */
  get eager(): boolean {
    return this.#isAsked;
  }

  /**
   * A cycle is over and was reported. If it was cut short, others follow. `isUntold`: some detached steps go on, or have ended
   * since, so that another cycle has to report them.
   */
  cycleOver(cut: boolean, isUntold: boolean): void {
    this.#isNew = false;
    if (cut) return;
    this.#isAsked = false;
    if (isUntold || this.#isThrough) return;
    this.#isThrough = true;
    this.#options?.onThrough();
  }
}
