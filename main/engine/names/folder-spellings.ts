import { baseName, folderOf, joinPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { foldersOn, type FoldersHere } from './folders-here.ts';
import { foldKey } from './local-names.ts';

/**
 * How a disk that ignores case spells the folders of places. It puts what comes to `DEEP` into the `deep` that stands
 * there: under any other name the file would be taken for one that a person moved, and be sent.
 */
export class FolderSpellings {
  readonly #standing: () => FoldersHere;
  /** Folders that are not there yet, by key, as the first file that comes into each spells it. */
  readonly #coming = new Map<string, RelPath>();
  /** Spellings found before, by what the records call the folder: thousands of files may come into one. */
  readonly #found = new Map<string, string>();

  constructor(standing: () => FoldersHere) {
    this.#standing = standing;
  }

  of(path: RelPath): RelPath {
    const folder = folderOf(path);
    const spelt = this.#found.get(folder) ?? this.#spellingOf(folder);
    return spelt === folder ? path : joinPath(spelt, baseName(path));
  }

  /** The same for a file that comes there: from now on its folders are spelt as it has them. */
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
