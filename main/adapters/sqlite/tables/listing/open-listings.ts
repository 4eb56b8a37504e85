/**
 * The running listing of each site, by the site's key. What else is written about a record meanwhile is newer than the
 * page that lists it, or does not: a record that was just made must not look deleted, nor one that was just changed go
 * back.
 */
export class OpenListings {
  readonly #overruled = new Map<number, Set<string>>();

  /** Returns a set that fills with the ids about which this listing says nothing. */
  begin(siteKey: number): ReadonlySet<string> {
    const overruled = new Set<string>();
    // A failed listing never ends; the next one of the site replaces it.
    this.#overruled.set(siteKey, overruled);
    return overruled;
  }

  /** To be called in the transaction that writes the record's row. */
  wrote(siteKey: number, id: string): void {
    this.#overruled.get(siteKey)?.add(id);
  }

  /** Between two listings nothing is noted. If another listing has begun by now, that one goes on. */
  end(siteKey: number, overruled: ReadonlySet<string>): void {
    if (this.#overruled.get(siteKey) === overruled) this.#overruled.delete(siteKey);
  }
}
