import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { clockText } from '../telling/clock-text.ts';
import type { SyncContext } from '../context.ts';
import type { Gate } from './gate.ts';
import type { Environment } from '../ports/environment.ts';

/**
 * The shortest wait after "busy", ms. A service that names no time, or one that has passed, would otherwise be asked
 * without a pause.
 */
const LEAST = 1000;
/** The next such wait is longer by this factor, if the service did nothing in between. */
const GROWTH = 5;
/** The wait if the service does not say how long, ms. */
const USUAL = 30_000;

/** Stands for what the service said in an earlier run. */
export const BUSY: Failure = { code: 'busy', message: 'The service is busy.', hint: '', retry: 'later' };

/**
 * The failure once a site (null: the list of sites) no longer waits in place: it names the time until which the service
 * wants to be left alone, or at which it is asked again.
 */
export function asksToWait(
  busy: Failure,
  site: SiteId | null,
  { env, gate }: { readonly env: Pick<Environment, 'now' | 'stamp'>; readonly gate: Gate },
): Failure {
  const ms = gate.waitFor(site);
  const until = clockText(env.now() + ms, env);
  const isOurs = gate.waitIsOurs(site);
  return {
    ...busy,
    message: `${busy.message} ${isOurs ? `It is left alone until ${until}.` : `It asks to wait until ${until}.`}`,
    hint: isOurs ? 'The first sync after that asks it again.' : 'The first sync after that goes on.',
    retryAfterMs: ms,
  };
}

/**
 * How long a site waits in place for a service that asks it to (rule 13): without end while the service does something
 * in between, else up to `patienceMs` in all. What is left is for a later cycle.
 */
export class Patience {
  readonly #context: Pick<SyncContext, 'env' | 'gate' | 'settings' | 'signal' | 'stopping'>;
  /** Null: the list of sites. */
  readonly #site: SiteId | null;
  /** Waiting time that was asked for since the service last did something, ms. */
  #asked = 0;
  /** How many waits were asked for since then. */
  #waits = 0;
  #begun = 0;
  /** The wait under way: the longest time asked for during it, ms, and its end, epoch ms. */
  #wait = { longest: 0, until: 0 };

  constructor(
    context: Pick<SyncContext, 'env' | 'gate' | 'settings' | 'signal' | 'stopping'>,
    site: SiteId | null,
  ) {
    this.#context = context;
    this.#site = site;
  }

  /** How many waits have begun. */
  get begun(): number {
    return this.#begun;
  }

  /**
   * The service said that it is busy: the whole site waits. All that are refused during one wait share it. `sentAfter`: the
   * waits that had begun when the request was sent. Returns whether this is a wait of its own.
   */
  asked(
    { retryAfterMs = USUAL, waitIsOurs }: Pick<Failure, 'retryAfterMs' | 'waitIsOurs'>,
    sentAfter = this.#begun,
  ): boolean {
    const { env, gate } = this.#context;
    const isNamed = retryAfterMs >= LEAST;
    // The request was sent before this wait began, and answered late: it asks for no further wait.
    if (!isNamed && sentAfter < this.#begun) return false;
    const isOver = gate.waitFor(this.#site) === 0 || env.now() >= this.#wait.until;
    if (isOver) {
      this.#waits += 1;
      this.#begun += 1;
    }
    const { longest, until } = isOver ? { longest: 0, until: 0 } : this.#wait;
    const ms = isNamed ? retryAfterMs : this.#unasked;
    this.#asked += Math.max(0, ms - longest);
    this.#wait = ms > longest ? { longest: ms, until: env.now() + ms } : { longest, until };
    gate.slow(this.#site, ms, waitIsOurs);
    return isOver;
  }

  /** The service did something. */
  renew(): void {
    this.#asked = 0;
    this.#waits = 0;
  }

  /** The wait if the service asks for no usable time, ms. */
  get #unasked(): number {
    return Math.min(LEAST * GROWTH ** Math.max(0, this.#waits - 1), USUAL);
  }

  get isOver(): boolean {
    const { gate, settings } = this.#context;
    return Math.max(this.#asked, gate.waitFor(this.#site)) > settings.patienceMs;
  }

  /** Waits as long as the service asks; false at once if that is too long. Ends with the sync. */
  async wait(): Promise<boolean> {
    const { env, gate, signal, stopping } = this.#context;
    const ms = gate.waitFor(this.#site);
    if (ms === 0) return true;
    if (this.isOver) return false;
    await env.sleep(ms, AbortSignal.any([signal, stopping]));
    return true;
  }
}
