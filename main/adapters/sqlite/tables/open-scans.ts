import type { PathKey } from '../../../../shared/model/rel-path.ts';

/**
 * The scan under way of each site, by the site's key. What is committed about a path meanwhile is newer than what the
 * scan saw or did not see there: a file that a person moves while the folder is walked must not look deleted.
 */
export class OpenScans {
  readonly #overruled = new Map<number, Set<PathKey>>();

  /** Returns the paths, as they come, about which this scan says nothing. */
  begin(siteKey: number): ReadonlySet<PathKey> {
    const overruled = new Set<PathKey>();
    // A scan that failed is never finished; the next one of its site takes its place.
    this.#overruled.set(siteKey, overruled);
    return overruled;
  }

  committed(siteKey: number, path: PathKey): void {
    this.#overruled.get(siteKey)?.add(path);
  }

  end(siteKey: number): void {
    this.#overruled.delete(siteKey);
  }
}
