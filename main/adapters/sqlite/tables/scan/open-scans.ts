import { folderOf, type PathKey } from '../../../../../shared/model/rel-path.ts';
import type { FolderVersions } from './folder-versions.ts';

/** What was committed while a scan was under way. */
export interface Overruled {
  readonly paths: ReadonlySet<PathKey>;
  /** The folders of these paths. */
  readonly folders: ReadonlySet<string>;
}

/**
 * The running scan of each site, by the site's key. What is committed about a path meanwhile is newer than what the
 * scan saw there: a file that a person moves during the scan must not look deleted.
 */
export class OpenScans {
  readonly #versions: FolderVersions;
  readonly #overruled = new Map<number, { paths: Set<PathKey>; folders: Set<string> }>();

  constructor(versions: FolderVersions) {
    this.#versions = versions;
  }

  /** Returns a set that fills with the paths about which this scan says nothing. */
  begin(siteKey: number): Overruled {
    const overruled = { paths: new Set<PathKey>(), folders: new Set<string>() };
    // A failed scan never ends; the next one of the site replaces it.
    this.#overruled.set(siteKey, overruled);
    return overruled;
  }

  /** To be called in the transaction that writes the path's row. */
  committed(siteKey: number, path: PathKey): void {
    const folder = folderOf(path);
    this.#versions.outdate(siteKey, folder);
    const overruled = this.#overruled.get(siteKey);
    overruled?.paths.add(path);
    overruled?.folders.add(folder);
  }

  end(siteKey: number): void {
    this.#overruled.delete(siteKey);
  }
}
