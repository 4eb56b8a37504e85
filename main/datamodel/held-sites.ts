import type { SiteId } from '../../shared/model/ids.ts';

/** Sites whose points are held in memory at a time: a large one takes 100 MB. */
export const SITES_HELD = 3;

/** What is held of the sites that were asked about last. */
export class HeldSites<T> {
  /** The one asked about last stands last. */
  readonly #held = new Map<SiteId, T>();

  get(site: SiteId): T | undefined {
    return this.#held.get(site);
  }

  /** Of the sites that were held before it the first goes where there is no room. */
  hold(site: SiteId, what: T): void {
    this.#held.delete(site);
    this.#held.set(site, what);
    const [oldest] = this.#held.keys();
    if (this.#held.size > SITES_HELD && oldest !== undefined) this.#held.delete(oldest);
  }
}
