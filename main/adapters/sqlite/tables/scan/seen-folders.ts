import { folderOf, pathKey, type PathKey } from '../../../../../shared/model/rel-path.ts';
import type { ScannedFile, ScannedFolder } from '../../../../sync/ports/disk.ts';

/** What a scan saw in a folder. */
export interface SeenFolder {
  readonly files: ReadonlyMap<PathKey, ScannedFile>;
  /** It still has the version of its rows: they count as seen, and `files` does not hold them. */
  readonly isAsItWas: boolean;
  /** Its version, for which these files stand; null if unknown. */
  readonly version: string | null;
}

interface Noted {
  readonly files: Map<PathKey, ScannedFile>;
  isAsItWas: boolean;
  version: string | null;
  /** Its name as the disk spells it, once that was told. A second name is another folder with the same key. */
  name: string | null;
  taken: boolean;
}

const NOTHING: SeenFolder = { files: new Map(), isAsItWas: false, version: null };

/** What a scan saw, by the folder's key. Nothing is taken over before all of it was seen. */
export class SeenFolders {
  readonly #folders = new Map<string, Noted>();
  readonly #expected = new Map<string, string>();

  /** Sets the versions of folders whose files the scan need not tell. Returns them. */
  expect(versions: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    for (const [folder, version] of versions) this.#expected.set(folder, version);
    return versions;
  }

  add(files: readonly ScannedFile[]): void {
    for (const file of files) {
      const key = pathKey(file.path);
      this.#noted(folderOf(key)).files.set(key, file);
    }
  }

  addFolders(found: readonly ScannedFolder[]): void {
    for (const { folder, version } of found) {
      const key = folder.normalize('NFC');
      const noted = this.#noted(key);
      const isOnly = noted.name === null;
      noted.name = folder;
      noted.version = isOnly ? version : null;
      noted.isAsItWas ||= version !== null && version === this.#expected.get(key);
    }
  }

  hasFile(key: PathKey): boolean {
    const folder = this.#folders.get(folderOf(key));
    return folder !== undefined && (folder.isAsItWas || folder.files.has(key));
  }

  /** What was seen in the folder; each can be taken once. */
  take(folder: string): SeenFolder {
    const noted = this.#folders.get(folder);
    if (noted === undefined || noted.taken) return noted ?? NOTHING;
    noted.taken = true;
    return noted;
  }

  /** The folders with files that were not taken. */
  *left(): Iterable<readonly [string, SeenFolder]> {
    for (const [folder, noted] of this.#folders)
      if (!noted.taken && noted.files.size > 0) yield [folder, noted];
  }

  #noted(folder: string): Noted {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const noted: Noted = { files: new Map(), isAsItWas: false, version: null, name: null, taken: false };
    this.#folders.set(folder, noted);
    return noted;
  }
}
