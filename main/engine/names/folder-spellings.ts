import { baseName, folderOf, joinPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { foldersOn, type FoldersHere } from './folders-here.ts';
import { foldKey } from './local-names.ts';

/**
 * How a disk that ignores case spells folders. If a record lies in `DEEP` and the disk has `deep`, the file goes to
 * `deep`, and must be known by that path: else it would look as if a person had moved it, and that move would be sent.
 */
export class FolderSpellings {
  readonly #standing: () => FoldersHere;
  /** Folders that do not exist yet, by key, in the spelling of the first file that comes into each. */
  readonly #coming = new Map<string, RelPath>();
  /** Spellings found so far, by the folder's name in the records: thousands of files may come into one folder. */
  readonly #found = new Map<string, string>();

  constructor(standing: () => FoldersHere) {
    this.#standing = standing;
  }

  of(path: RelPath): RelPath {
    const folder = folderOf(path);
    const spelt = this.#found.get(folder) ?? this.#spellingOf(folder);
    return spelt === folder ? path : joinPath(spelt, baseName(path));
  }

  /** As `of`, for a file that comes there: from now on, its folders are spelt as it spells them. */
  comesTo(path: RelPath): RelPath {
    const place = this.of(path);
    const folder = folderOf(path);
    if (this.#found.has(folder)) return place;
    this.#found.set(folder, folderOf(place));
    for (const each of foldersOn(place)) {
      const key = foldKey(each);
      if (!this.#coming.has(key)) this.#coming.set(key, each);
    }
    return place;
  }

  #spellingOf(folder: string): string {
    if (folder === '') return folder;
    const path = folder as RelPath;
    const spelling = this.#standing().spellingOf(path) ?? this.#coming.get(foldKey(path));
    if (spelling !== undefined) return spelling;
    const [above, spelt] = [folderOf(path), this.#spellingOf(folderOf(path))];
    return spelt === above ? folder : joinPath(spelt, baseName(path));
  }
}
