/** How often to look at the clock, ms. */
const EVERY = 5000;
/** If a look comes this much later than it was due, ms, the computer was asleep in between. */
const SLEPT = 20_000;

/**
 * Notices that this computer was asleep. The clocks of timers stand still meanwhile on most systems, the clock of the wall
 * does not. One that is set ahead, or a computer that stood still, looks the same: what follows must do no harm then.
 */
export class SleepWatch {
  readonly #onWake: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #every: number;
  #lookedAt = Date.now();

  /** `longest`: the most ms between two looks. */
  constructor(onWake: () => void, longest: number) {
    this.#onWake = onWake;
    this.#every = Math.min(EVERY, longest);
    this.#timer = setInterval(() => this.look(), this.#every).unref();
  }

  /** Also called when it is about to matter, as timers may take their time after a sleep. */
  look(): void {
    const now = Date.now();
    const late = now - this.#lookedAt - this.#every;
    this.#lookedAt = now;
    if (late > SLEPT) this.#onWake();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
