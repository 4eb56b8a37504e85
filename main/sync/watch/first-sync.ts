import type { CycleOptions } from '../state/cycle-options.ts';

/** What somebody asked for who waits for the first sync of a watch. */
export interface FirstSyncOptions extends Pick<CycleOptions, 'confirmDeletes' | 'eager'> {
  /** All that was to be done at first is done, or reported with its reason; nothing of it goes on. */
  readonly onThrough: () => void;
}

/** The first sync of one site, which is as many cycles as it takes; the watch that goes on after it is asked for nothing. */
export class FirstSync {
  /** No cycle of it is over. */
  #isNew = true;
  #isAsked: boolean;
  #isThrough: boolean;
  readonly #options: FirstSyncOptions | undefined;

  /** Where nobody waits for one, it is through at once. */
  constructor(options: FirstSyncOptions | undefined) {
    this.#options = options;
    this.#isAsked = options !== undefined;
    this.#isThrough = options === undefined;
  }

  /** All of it was reported. */
  get isThrough(): boolean {
    return this.#isThrough;
  }

  /** Of its first cycle alone, which carries out deletes before any transfer: what is deleted after it was not meant. */
  get confirmDeletes(): boolean {
    return this.#isNew && this.#options?.confirmDeletes === true;
  }

  get eager(): boolean {
    return this.#isAsked && this.#options?.eager === true;
  }

  /**
   * A cycle is over and was reported. Others follow where it was cut short. `isUntold`: what came of steps that go on, or
   * did meanwhile, is told by a further one.
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
