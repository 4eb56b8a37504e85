import type { Failure } from '../../shared/failure.ts';
import type { Environment } from '../sync/ports/environment.ts';
import { MirrorError } from '../sync/ports/mirror-error.ts';
import type { Mirror } from '../sync/ports/mirror.ts';

export interface PauseOptions {
  readonly mirror: Pick<Mirror, 'setting' | 'setSetting'>;
  readonly env: Pick<Environment, 'now' | 'sleep'>;
  /** It began, ended, or is to end at another time. */
  readonly onChange: () => void;
  /** That it ended by itself could not be kept. */
  readonly onTrouble: (failure: Failure) => void;
}

/** In the mirror: "true", or when it ends by itself, epoch ms. */
const PAUSED = 'paused';
const WITHOUT_END = 'true';
/** Time runs on while the computer sleeps, and timers do not: so the clock is looked at this often, ms. */
const LOOK = 15_000;

/**
 * A person's pause of everything, which outlasts a restart. It may have an end of its own: who pauses for a call and
 * forgets it should not find on Friday that nothing went.
 */
export class Pause {
  readonly #options: PauseOptions;
  #watching: AbortController | null = null;

  constructor(options: PauseOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    const { mirror, env } = this.#options;
    const kept = mirror.setting(PAUSED);
    return kept === WITHOUT_END || Number(kept) > env.now();
  }

  /** When it ends by itself, epoch ms; null where it is not on, or does not. */
  get until(): number | null {
    const kept = this.#options.mirror.setting(PAUSED);
    return kept === WITHOUT_END || !this.isOn ? null : Number(kept);
  }

  /** `until`: as above. */
  begin(until: number | null): void {
    this.#set(until === null ? WITHOUT_END : String(until));
  }

  end(): void {
    this.#set(null);
  }

  /** Begins to watch for the end of one that was begun before the start. */
  start(): void {
    this.#watch();
  }

  close(): void {
    this.#watching?.abort();
    this.#watching = null;
  }

  /** The computer was asleep: has it ended meanwhile? */
  wake(): void {
    if (this.#watching !== null && !this.isOn) this.#over();
  }

  #set(kept: string | null): void {
    this.close();
    this.#options.mirror.setSetting(PAUSED, kept);
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
    try {
      this.end();
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      // It is over all the same.
      this.#options.onChange();
      this.#options.onTrouble(error.failure);
    }
  }

  #left(): number {
    return (this.until ?? 0) - this.#options.env.now();
  }
}
