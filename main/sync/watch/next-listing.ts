import type { SiteId } from '../../../shared/model/ids.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { SyncContext } from '../context.ts';
import { SCAN_EVERY } from './watched-folder.ts';

/**
 * How often the service is listed: every minute if that is quick. A large site, or one on a slow line, is listed less often;
 * whoever cannot wait has "Sync now". Listing takes no more than a hundredth of the time; and, since a record is some 500 bytes
 * on the line and 6 microseconds of work, no more than 83 kB a second and a thousandth of a processor.
 */
const LISTING_EVERY = 60_000;
const LISTING_SHARE = 100;
const LISTING_PER_RECORD = 6;
const LISTING_LONGEST = 10 * 60_000;

/** When the service is to be listed next, for a watched site. */
export class NextListing {
  readonly #context: Pick<SyncContext, 'env' | 'gate' | 'mirror'>;
  readonly #site: SiteId;
  #at = 0;
  #lastMs = 0;
  /** How many in a row got no list. */
  #failed = 0;
  /** One is needed that begins from now on: one that is under way does not count. */
  #isNeeded = false;

  constructor(context: Pick<SyncContext, 'env' | 'gate' | 'mirror'>, site: SiteId) {
    this.#context = context;
    this.#site = site;
  }

  /** Epoch ms. */
  get at(): number {
    return this.#at;
  }

  /** What the last one took, ms. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** The next cycle lists, whenever that is. */
  need(): void {
    this.#isNeeded = true;
  }

  /** It is due at once. */
  hurry(): void {
    this.#at = 0;
  }

  /** A cycle begins. Does it list? `wanted`: it does in any case. */
  begins(wanted: boolean): boolean {
    const lists = wanted || this.#isNeeded || hasCome(this.#at, this.#context.env.now(), SCAN_EVERY);
    if (lists) this.#isNeeded = false;
    return lists;
  }

  /** A cycle that listed is over. `listed`: it got a list. */
  ended(listingMs: number, listed: boolean): void {
    this.#failed = listed ? 0 : this.#failed + 1;
    this.#at = this.#context.env.now() + this.#wait(listingMs);
    this.#lastMs = listingMs;
  }

  /**
   * A cycle that did not list is over. If it met a dead network, only a listing finds out whether that is over; if it asked
   * for a list and got none (not `listed`), files wait for one. That comes as soon as without a listing before, however long
   * that one was to hold, and no later than a busy service asked for.
   */
  passed(listed: boolean): void {
    const { env, gate } = this.#context;
    if (listed && gate.stop?.kind !== 'offline') return;
    const busy = gate.waitFor(this.#site);
    this.#at = Math.min(this.#at, env.now() + (busy === 0 ? LISTING_EVERY : Math.min(busy, LISTING_EVERY)));
  }

  /** Without a network the next try comes soon: a listing that waited in vain cost nobody anything. */
  #wait(listingMs: number): number {
    const { gate, mirror } = this.#context;
    if (gate.stop?.kind === 'offline') return LISTING_EVERY;
    const wanted = listingWait(listingMs, mirror.counts(this.#site).remote);
    // On a line that breaks now and then, the next one may go well; on one that always does, it is only a cost.
    return this.#failed === 0 ? wanted : Math.min(wanted, LISTING_EVERY * 2 ** (this.#failed - 1));
  }
}

/** How long to wait for the next listing, ms, after one that took `listingMs` and listed this many records. */
export function listingWait(listingMs: number, records: number): number {
  const wanted = Math.max(LISTING_EVERY, listingMs * LISTING_SHARE, records * LISTING_PER_RECORD);
  return Math.min(wanted, LISTING_LONGEST);
}
