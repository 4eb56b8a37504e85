import type { SiteId } from '../../shared/model/ids.ts';

/** For how many sites points are held in memory at a time: a large site takes 100 MB. */
export const SITES_HELD = 3;

/** What is held of the sites that were asked about last. */
export class HeldSites<T> {
  /** In the order in which they were last asked about. */
  readonly #held = new Map<SiteId, T>();

  get(site: SiteId): T | undefined {
    return this.#held.get(site);
  }

  /** If there is no room, the site that was not asked about for longest goes. */
  hold(site: SiteId, what: T): void {
    this.#held.delete(site);
    this.#held.set(site, what);
    const [oldest] = this.#held.keys();
    if (this.#held.size > SITES_HELD && oldest !== undefined) this.#held.delete(oldest);
  }
}
