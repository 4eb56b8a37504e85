import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { clockText } from '../clock-text.ts';
import type { SyncContext } from '../context.ts';
import type { Environment } from '../ports/environment.ts';

/** Shortest wait after "busy", ms: a service that asks for none, or for one that has gone, would be asked without a pause. */
const LEAST = 1000;
/** So many times longer is the next such wait, where the service did nothing in between. */
const GROWTH = 5;
/** Where it does not say how long, ms. */
const USUAL = 30_000;

/** What it said in an earlier run is said in these words. */
export const BUSY: Failure = { code: 'busy', message: 'The service is busy.', hint: '', retry: 'later' };

/** That it is not waited for in place any longer, and until when it asks for that. `ms`: how long that is from now. */
export function asksToWait(busy: Failure, ms: number, env: Pick<Environment, 'now' | 'stamp'>): Failure {
  const until = clockText(env.now() + ms, env);
  return {
    ...busy,
    message: `${busy.message} It asks to wait until ${until}.`,
    hint: 'The first sync after that goes on.',
    retryAfterMs: ms,
  };
}

/**
 * How long a site waits in place for a service that asks it to (rule 13): as long as the service does something in
 * between, and up to `patienceMs` where it does nothing. What is left then waits for a later cycle.
 */
export class Patience {
  readonly #context: Pick<SyncContext, 'env' | 'gate' | 'settings' | 'signal' | 'stopping'>;
  /** Null: the list of sites. */
  readonly #site: SiteId | null;
  /** What was asked for since the service last did something, ms. */
  #asked = 0;
  /** Waits that were asked for since then. */
  #waits = 0;
  /** The wait under way: the longest that was asked for in it, ms, and its end, epoch ms. */
  #wait = { longest: 0, until: 0 };

  constructor(
    context: Pick<SyncContext, 'env' | 'gate' | 'settings' | 'signal' | 'stopping'>,
    site: SiteId | null,
  ) {
    this.#context = context;
    this.#site = site;
  }

  /** The service said that it is busy: all of the site waits. Those who are refused during one wait share it. */
  asked({ retryAfterMs = USUAL }: Pick<Failure, 'retryAfterMs'>): void {
    const { env, gate } = this.#context;
    const isOver = gate.waitFor(this.#site) === 0 || env.now() >= this.#wait.until;
    if (isOver) this.#waits += 1;
    const { longest, until } = isOver ? { longest: 0, until: 0 } : this.#wait;
    const ms = retryAfterMs >= LEAST ? retryAfterMs : this.#unasked;
    this.#asked += Math.max(0, ms - longest);
    this.#wait = ms > longest ? { longest: ms, until: env.now() + ms } : { longest, until };
    gate.slow(this.#site, ms);
  }

  /** The service did something. */
  renew(): void {
    this.#asked = 0;
    this.#waits = 0;
  }

  /** How long to wait where no usable time is asked for, ms. */
  get #unasked(): number {
    return Math.min(LEAST * GROWTH ** Math.max(0, this.#waits - 1), USUAL);
  }

  get isOver(): boolean {
    const { gate, settings } = this.#context;
    return Math.max(this.#asked, gate.waitFor(this.#site)) > settings.patienceMs;
  }

  /** Waits as long as the service asks; false at once where that is too long. The end of the sync ends the wait. */
  async wait(): Promise<boolean> {
    const { env, gate, signal, stopping } = this.#context;
    const ms = gate.waitFor(this.#site);
    if (ms === 0) return true;
    if (this.isOver) return false;
    await env.sleep(ms, AbortSignal.any([signal, stopping]));
    return true;
  }
}
