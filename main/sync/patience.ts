import type { Failure } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { SyncContext } from './context.ts';

/** Shortest wait after "busy", ms: a service that asks for none would be asked again without a pause. */
const LEAST = 1000;
/** Where it does not say how long, ms. */
const USUAL = 30_000;

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

  constructor(
    context: Pick<SyncContext, 'env' | 'gate' | 'settings' | 'signal' | 'stopping'>,
    site: SiteId | null,
  ) {
    this.#context = context;
    this.#site = site;
  }

  /** The service said that it is busy: all of the site waits. Who is refused at the same time waits the same time. */
  asked({ retryAfterMs = USUAL }: Pick<Failure, 'retryAfterMs'>): void {
    const { gate } = this.#context;
    const before = gate.waitFor(this.#site);
    gate.slow(this.#site, Math.max(retryAfterMs, LEAST));
    this.#asked += gate.waitFor(this.#site) - before;
  }

  /** The service did something. */
  renew(): void {
    this.#asked = 0;
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
