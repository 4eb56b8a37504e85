/**
 * The listing under way of each site, by the site's key. What another hand writes of a record meanwhile is newer than the
 * page that lists it or does not: a record that was just made must not look deleted, nor one that was just changed go back.
 */
export class OpenListings {
  readonly #overruled = new Map<number, Set<string>>();

  /** Returns the ids, as they come, of records about which this listing says nothing. */
  begin(siteKey: number): ReadonlySet<string> {
    const overruled = new Set<string>();
    // A listing that failed is never finished; the next one of its site takes its place.
    this.#overruled.set(siteKey, overruled);
    return overruled;
  }

  /** Part of the transaction that writes the record's row. */
  wrote(siteKey: number, id: string): void {
    this.#overruled.get(siteKey)?.add(id);
  }

  /** Between two listings nothing is noted, however long that is. Another one may have begun by then, and goes on. */
  end(siteKey: number, overruled: ReadonlySet<string>): void {
    if (this.#overruled.get(siteKey) === overruled) this.#overruled.delete(siteKey);
  }
}
