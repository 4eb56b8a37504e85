import type { Failure } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Environment } from '../ports/environment.ts';
import type { SiteDataService } from '../ports/service.ts';
import { unlessAborted } from '../../../shared/unless-aborted.ts';
import type { AskedWait, AskedWaits } from './asked-waits.ts';

/** What stops everything. It is one state of the whole program, however many requests met it. */
export type Stop =
  | { readonly kind: 'offline'; readonly failure: Failure }
  | { readonly kind: 'sign-in'; readonly failure: Failure };

/** A question to the service whether it is there, and those who wait for its answer. */
interface Probe {
  /** Null if it is there. */
  readonly answer: Promise<Failure | null>;
  readonly stop: AbortController;
  /** How many callers wait for it. */
  waiting: number;
}

/** A guest network answers with a page of its own, or sends there. */
function isOtherPage(reason: Failure['reason']): boolean {
  return reason === 'web-page' || reason === 'redirected';
}

/** The service itself did not answer: perhaps it cannot be reached at all. */
export function isUnanswered({ code, reason }: Failure): boolean {
  if (isOtherPage(reason) || reason === 'gateway') return true;
  return code === 'offline' || code === 'timeout' || code === 'tls';
}

/**
 * A network that answers everything with its own sign-in page, or a gateway that reaches no service, lets nothing
 * through: for us that is offline.
 */
function keptFromService(failure: Failure): Failure {
  return { ...failure, code: 'offline', reason: 'cause-told', retry: 'on-connect' };
}

/** This many probes in a row must break before the network counts as dead. */
const PROBES = 3;
/** Pause between two probes, ms. */
const PROBE_AGAIN = 300;
/** A probe that took longer than this, ms, did not break but waited in vain. */
const SOON = 2000;

/**
 * Decides whether requests may go out (rule 13). A dead network and a refused token stop everything; 429 and 503 slow
 * one site down; 403 stops one site. One failed request is no dead network: first the service is probed.
 */
export class Gate {
  readonly #service: SiteDataService;
  readonly #env: Pick<Environment, 'now' | 'sleep'>;
  readonly #kept: AskedWaits | null;
  /** Null: the list of sites. */
  readonly #slowed = new Map<SiteId | null, Omit<AskedWait, 'site'>>();
  readonly #refused = new Map<SiteId, Failure>();
  #stop: Stop | null = null;
  #wasAsked = false;
  #probe: Probe | null = null;

  /** `kept`: what the service asked to wait for in an earlier run; null if that is not kept. */
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

  /** False until a cycle asks the service: before that nothing is known of it. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  halt(stop: Stop): void {
    this.#stop ??= stop;
  }

  /**
   * To be called when a cycle of this site (null: of all sites) is about to ask the service: what stopped the last
   * cycle has to be found out anew. What other sites were refused stands until their own next cycle.
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

  /** The site's folder was scanned: if it was refused because the folder was away, that is over. */
  folderFound(site: SiteId): void {
    if (this.#refused.get(site)?.code === 'folder-missing') this.#refused.delete(site);
  }

  /** `isOurs`: the service named another time, or none. */
  slow(site: SiteId | null, ms: number, isOurs = false): void {
    const from = this.#env.now();
    const before = this.waitFor(site);
    const wait = {
      from,
      until: from + Math.max(ms, before),
      isOurs: ms >= before ? isOurs : this.waitIsOurs(site),
    };
    this.#slowed.set(site, wait);
    this.#kept?.keep({ site, ...wait }, from);
  }

  /** Keeps to what the service asked an earlier run to wait. For runs that no person has just started. */
  recall(): void {
    for (const { site, ...wait } of this.#kept?.all() ?? []) this.#slowed.set(site, wait);
  }

  /** A person wants this site tried now (null: all sites). If the service is still busy, it will ask again to wait. */
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
    // If the clock was set back, the wait would be longer by as much.
    return slowed === undefined || now < slowed.from ? 0 : Math.max(0, slowed.until - now);
  }

  /** Is the end of that wait a time that the service did not name? */
  waitIsOurs(site: SiteId | null): boolean {
    return this.#slowed.get(site)?.isOurs === true;
  }

  /**
   * To be called after a failure that `isUnanswered`. True if the service does not answer at all. Callers share one
   * probe, which goes on until the last of them stops waiting. False for a caller whose own signal is aborted first.
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

  /** A bad line breaks a probe as easily as the request before it: a probe that broke soon is repeated. */
  async #askService(signal: AbortSignal): Promise<Failure | null> {
    for (let probe = 1; ; probe++) {
      const before = this.#env.now();
      const answer = await this.#service.sitesPage(0, 1, { signal });
      if (answer.ok || signal.aborted) return null;
      const { failure } = answer;
      if (failure.code === 'offline' || failure.code === 'tls') return failure;
      if (isOtherPage(failure.reason)) return keptFromService(failure);
      if (failure.code !== 'timeout' && failure.reason !== 'gateway') return null;
      const isLast = probe === PROBES || this.#env.now() - before > SOON;
      if (isLast) return failure.code === 'timeout' ? failure : keptFromService(failure);
      await this.#env.sleep(PROBE_AGAIN, signal);
    }
  }
}
