import type { Failure } from '../../shared/failure.ts';
import { LONGEST_PAUSE } from '../../shared/time/pause-ends.ts';
import { hasCome } from '../engine/times/due.ts';
import type { Environment } from '../sync/ports/environment.ts';
import { thrownFailure } from '../sync/ports/failure-error.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import { SETTINGS } from '../sync/settings/settings.ts';

export interface PauseOptions {
  readonly mirror: Pick<Mirror, 'setting' | 'setSetting'>;
  readonly env: Pick<Environment, 'now' | 'sleep'>;
  /** It began, ended, or is to end at another time. */
  readonly onChange: () => void;
  /** That it ended by itself could not be kept. */
  readonly onTrouble: (failure: Failure) => void;
}

const WITHOUT_END = 'true';
/** Time runs on while the computer sleeps, and timers do not: so the clock is looked at this often, ms. */
const LOOK = 15_000;

/**
 * A person's pause of everything, which outlasts a restart. It may end by itself: somebody who pauses for a call and
 * forgets it should not find on Friday that nothing was sent.
 */
export class Pause {
  readonly #options: PauseOptions;
  #watching: AbortController | null = null;

  constructor(options: PauseOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    const kept = this.#kept;
    return kept === WITHOUT_END || (kept !== null && !this.#isOver(Number(kept)));
  }

  /** When it ends by itself, epoch ms; null if it does not, or is off. */
  get until(): number | null {
    const kept = this.#kept;
    return kept === WITHOUT_END || !this.isOn ? null : Number(kept);
  }

  /** `until`: as above; at most `LONGEST_PAUSE` ahead. */
  begin(until: number | null): void {
    const latest = this.#options.env.now() + LONGEST_PAUSE;
    this.#set(until === null ? WITHOUT_END : String(Math.min(until, latest)));
  }

  end(): void {
    this.#set(null);
  }

  /** Begins to watch for the end of one that was begun before the start, which may have come since. */
  start(): void {
    if (this.#kept !== null && !this.isOn) this.#over();
    else this.#watch();
  }

  close(): void {
    this.#watching?.abort();
    this.#watching = null;
  }

  /** The computer was asleep: has it ended meanwhile? */
  wake(): void {
    if (this.#watching !== null && !this.isOn) this.#over();
  }

  get #kept(): string | null {
    return SETTINGS.paused.read(this.#options.mirror);
  }

  /** A clock that was far ahead when it began must not hold everything for as long as that. */
  #isOver(until: number): boolean {
    return hasCome(until, this.#options.env.now(), LONGEST_PAUSE);
  }

  #set(kept: string | null): void {
    // First: if it fails, a pause that is on still ends in time.
    SETTINGS.paused.write(this.#options.mirror, kept);
    this.close();
    this.#watch();
    this.#options.onChange();
  }

  #watch(): void {
    if (this.until !== null) void this.#endInTime((this.#watching = new AbortController()).signal);
  }

  async #endInTime(signal: AbortSignal): Promise<void> {
    const { env } = this.#options;
    for (let left = this.#left(); left > 0 && !signal.aborted; left = this.#left())
      await env.sleep(Math.min(left, LOOK), signal);
    if (!signal.aborted) this.#over();
  }

  #over(): void {
    this.close();
    try {
      this.end();
    } catch (error) {
      const failure = thrownFailure(error);
      // It is over all the same.
      this.#options.onChange();
      this.#options.onTrouble(failure);
    }
  }

  #left(): number {
    return (this.until ?? 0) - this.#options.env.now();
  }
}
