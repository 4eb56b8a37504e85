/** Somebody waits: both sides are looked at as a whole, now. */
export interface Asked {
  /** Also tries what failed and would be due only later. */
  readonly eager: boolean;
}

/** What wakes a watch from its rest. Each call is kept until a cycle, or in a pause a look, takes it up. */
export class Calls {
  #isHinted = false;
  #asked: Asked | null = null;
  #isOtherChoice = false;
  #wake = new AbortController();

  /** Something may have changed in the folder. */
  get isHinted(): boolean {
    return this.#isHinted;
  }

  get asked(): Asked | null {
    return this.#asked;
  }

  /** The person chose something else: what is under way may no longer be wanted. */
  get isOtherChoice(): boolean {
    return this.#isOtherChoice;
  }

  /** Is aborted by the first call since `rest`. */
  get signal(): AbortSignal {
    return this.#wake.signal;
  }

  hint(): void {
    this.#isHinted = true;
    this.wake();
  }

  ask(eager: boolean): void {
    this.#asked = { eager: eager || this.#asked?.eager === true };
    this.wake();
  }

  choose(): void {
    this.#isOtherChoice = true;
    this.ask(false);
  }

  /** Ends the rest without a call. */
  wake(): void {
    this.#wake.abort();
  }

  /** From now on calls are heard through another signal. Those that were not taken up stay. */
  rest(): void {
    this.#wake = new AbortController();
  }

  /** Takes up all calls, since what begins now answers them. Returns who asked, if anybody did. */
  take(): Asked | null {
    const asked = this.#asked;
    this.#asked = null;
    this.#isHinted = false;
    this.#isOtherChoice = false;
    return asked;
  }
}
