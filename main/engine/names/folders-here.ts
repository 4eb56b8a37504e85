import {
  folderOf,
  foldersAbove,
  pathKey,
  type PathKey,
  type RelPath,
} from '../../../shared/model/rel-path.ts';
import { foldKey } from './local-names.ts';

/** Folders whose names are one and the same name on some disk. */
interface Standing {
  /** Files in them, at any depth. */
  files: number;
  /** On a disk that tells case apart there may be several. */
  readonly spellings: Set<PathKey>;
}

/** The folders that hold files. An empty folder does not count: it is not sent, and gives way. */
export class FoldersHere {
  readonly #standing = new Map<string, Standing>();

  /** `files`: in each item, the files that have one folded name. */
  constructor(files: Iterable<readonly RelPath[]>) {
    const directly = new Map<string, number>();
    for (const paths of files)
      for (const path of paths) {
        const folder = folderOf(path);
        directly.set(folder, (directly.get(folder) ?? 0) + 1);
      }
    for (const [folder, count] of directly)
      if (folder !== '') for (const each of [folder as RelPath, ...foldersOn(folder)]) this.#add(each, count);
  }

  /** How many files lie in folders whose names are this one when folded. */
  filesBelow(key: string): number {
    return this.#standing.get(key)?.files ?? 0;
  }

  /** Does a folder of exactly this name exist? Then nothing else of that name is in its way. */
  stands(folder: RelPath): boolean {
    return this.#standing.get(foldKey(folder))?.spellings.has(pathKey(folder)) === true;
  }

  /**
   * The folder's spelling here; null if there is none. Of several spellings the very one that was asked for, else the
   * first by code units.
   */
  spellingOf(folder: RelPath): RelPath | null {
    const spellings = this.#standing.get(foldKey(folder))?.spellings;
    if (spellings === undefined) return null;
    if (spellings.has(pathKey(folder))) return folder;
    return [...spellings].toSorted()[0] as string as RelPath;
  }

  #add(folder: RelPath, files: number): void {
    const key = foldKey(folder);
    const standing = this.#standing.get(key) ?? { files: 0, spellings: new Set() };
    standing.files += files;
    standing.spellings.add(pathKey(folder));
    this.#standing.set(key, standing);
  }
}

/** The folders on the way to a path, the nearest first, without the site's own. */
export function foldersOn(path: string): readonly RelPath[] {
  return foldersAbove(path).filter((folder): folder is RelPath => folder !== '');
}
