import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Environment } from '../ports/environment.ts';
import type { SiteDataService } from '../ports/service.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { AskedWaits } from './asked-waits.ts';

/** What stops everything: one state of the program, however many requests met it. */
export type Stop =
  | { readonly kind: 'offline'; readonly failure: Failure }
  | { readonly kind: 'sign-in'; readonly failure: Failure };

/** The service is being asked whether it is there. */
interface Probe {
  /** Null where it is. */
  readonly answer: Promise<Failure | null>;
  readonly stop: AbortController;
  /** How many want to know. */
  waiting: number;
}

/** No answer of the service itself came to a request, or to a look at it: perhaps it cannot be reached at all. */
export function isUnanswered({ code, reason }: Failure): boolean {
  if (reason === 'web-page' || reason === 'gateway') return true;
  return code === 'offline' || code === 'timeout' || code === 'tls';
}

/** A network that answers everything with its own sign-in page, or a gateway, lets nothing through to the service. */
function keptFromService(failure: Failure): Failure {
  return { ...failure, code: 'offline', reason: 'cause-told', retry: 'on-connect' };
}

/** So many probes in a row must break before the network is dead. */
const PROBES = 3;
/** Between two of them, ms. */
const PROBE_AGAIN = 300;
/** A probe that took longer was not broken but waited for in vain, ms. */
const SOON = 2000;

/**
 * Decides whether requests may go out (rule 13): a dead network and a refused token stop everything, 429 and 503
 * slow one site, 403 stops one site. A single failed request is no dead network: the service is probed first.
 */
export class Gate {
  readonly #service: SiteDataService;
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  readonly #kept: AskedWaits | null;
  /** Null: the list of sites. */
  readonly #slowed = new Map<SiteId | null, { readonly from: number; readonly until: number }>();
  readonly #refused = new Map<SiteId, Failure>();
  #stop: Stop | null = null;
  #wasAsked = false;
  #probe: Probe | null = null;

  /** `kept`: what the service asked to wait for in an earlier run; null where that is not kept. */
  constructor(
    service: SiteDataService,
    env: Pick<Environment, 'now' | 'sleep'>,
    kept: AskedWaits | null = null,
  ) {
    this.#service = service;
    this.#env = env;
    this.#kept = kept;
  }

  get stop(): Stop | null {
    return this.#stop;
  }

  /** False: no cycle asked the service yet, so that nothing is known of it. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  halt(stop: Stop): void {
    this.#stop ??= stop;
  }

  /**
   * Called when a cycle of this site (null: of all sites) is about to ask the service: what stopped the last one is asked
   * anew. What another site was refused for stands until its own next cycle.
   */
  reopen(site: SiteId | null): void {
    this.#stop = null;
    this.#wasAsked = true;
    if (site === null) this.#refused.clear();
    else this.#refused.delete(site);
  }

  refusal(site: SiteId): Failure | null {
    return this.#refused.get(site) ?? null;
  }

  refuse(site: SiteId, failure: Failure): void {
    this.#refused.set(site, failure);
  }

  /** The site's folder was scanned: what it was refused for while that was away is over, whoever asks the service. */
  folderFound(site: SiteId): void {
    if (this.#refused.get(site)?.code === 'folder-missing') this.#refused.delete(site);
  }

  slow(site: SiteId | null, ms: number): void {
    const from = this.#env.now();
    const until = from + Math.max(ms, this.waitFor(site));
    this.#slowed.set(site, { from, until });
    this.#kept?.keep({ site, from, until }, from);
  }

  /** Takes up what the service asked an earlier run to wait for, by itself and not because a person is there. */
  recall(): void {
    for (const { site, from, until } of this.#kept?.all() ?? []) this.#slowed.set(site, { from, until });
  }

  /** A person wants this site tried now (null: all sites): where the service is busy still it asks to wait again. */
  hurry(site: SiteId | null): void {
    if (site === null) {
      this.#slowed.clear();
      this.#kept?.forgetAll();
    } else {
      this.#slowed.delete(site);
      this.#kept?.forget(site);
    }
  }

  /** The sites that wait because the service asked for it, and until when, epoch ms. */
  get slowed(): readonly (readonly [site: SiteId, until: number])[] {
    return [...this.#slowed].flatMap(([site, { until }]) =>
      site === null || this.waitFor(site) === 0 ? [] : [[site, until] as const],
    );
  }

  /** Milliseconds until the service wants to hear of this site, or of the list of sites, again. */
  waitFor(site: SiteId | null): number {
    const now = this.#env.now();
    const slowed = this.#slowed.get(site);
    // A clock that was set back would make the wait longer by as much.
    return slowed === undefined || now < slowed.from ? 0 : Math.max(0, slowed.until - now);
  }

  /**
   * After a failure that `isUnanswered`: true where the service does not answer at all. Many callers share one probe, which
   * goes on until none of them waits for it any more; false for one whose own signal is aborted first.
   */
  async isDead(signal: AbortSignal): Promise<boolean> {
    if (this.#stop?.kind === 'offline') return true;
    if (signal.aborted) return false;
    const probe = (this.#probe ??= this.#startProbe());
    probe.waiting += 1;
    const failure = await unlessAborted(probe.answer, signal);
    probe.waiting -= 1;
    if (probe.waiting === 0) this.#endProbe(probe);
    if (failure !== null) this.halt({ kind: 'offline', failure });
    return failure !== null;
  }

  #startProbe(): Probe {
    const stop = new AbortController();
    return { answer: this.#askService(stop.signal), stop, waiting: 0 };
  }

  #endProbe(probe: Probe): void {
    probe.stop.abort();
    if (this.#probe === probe) this.#probe = null;
  }

  /** A bad line breaks a probe as easily as what failed before it: one that broke soon is tried again. */
  async #askService(signal: AbortSignal): Promise<Failure | null> {
    for (let probe = 1; ; probe++) {
      const before = this.#env.now();
      const answer = await this.#service.sitesPage(0, 1, { signal });
      if (answer.ok || signal.aborted) return null;
      const { failure } = answer;
      if (failure.code === 'offline' || failure.code === 'tls') return failure;
      if (failure.reason === 'web-page') return keptFromService(failure);
      if (failure.code !== 'timeout' && failure.reason !== 'gateway') return null;
      const isLast = probe === PROBES || this.#env.now() - before > SOON;
      if (isLast) return failure.code === 'timeout' ? failure : keptFromService(failure);
      await this.#env.sleep(PROBE_AGAIN, signal);
    }
  }
}
