import type { FileId } from '../../../shared/model/ids.ts';
import { folderOf, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { besidePath } from '../names/beside-path.ts';
import { FolderSpellings } from '../names/folder-spellings.ts';
import { foldersOn, FoldersHere } from '../names/folders-here.ts';
import { aliasPath, foldKey } from '../names/local-names.ts';
import type { Policy } from '../policy.ts';
import { isOneName } from '../names/same-place.ts';
import type { BaseFile, Trees } from '../trees.ts';

/**
 * Keeps count of the places in a site's folder while a plan is made: which are taken, reserved, or about to be free.
 * Names are compared folded, so that on a disk that ignores case no two files get the same name, nor a file and a
 * folder. Between a file and a folder, the file always gives way: the folder may hold many.
 */
export class Places {
  /** By folded name. On a disk that tells case apart, several files may have names that are one name elsewhere. */
  #paths: Map<string, RelPath[]> | null = null;
  #folders: FoldersHere | null = null;
  readonly #trees: Pick<Trees, 'local' | 'settled'>;
  /** Null on a disk that tells spellings apart. */
  readonly #spellings: FolderSpellings | null;
  readonly #reserved = new Set<string>();
  /** Folders that coming records need, as these spell them, and their keys. */
  readonly #needed = new Set<string>();
  readonly #neededKeys = new Set<string>();
  readonly #leaving = new Set<PathKey>();
  /** How many of the leaving files lie in each folder. */
  readonly #leavingIn = new Map<string, number>();
  readonly #agreedOn = new Set<string>();
  /** Records whose files were moved here, by the place that their agreements still name. */
  readonly #movedFrom = new Map<string, Set<FileId>>();
  readonly #deleted = new Set<string>();
  readonly #deletesThatGo = new Set<string>();
  /** What `onTheWay` answered, by folder. */
  readonly #onTheWay = new Map<string, readonly RelPath[]>();

  constructor(trees: Pick<Trees, 'local' | 'settled'>, { ignoresCase }: Pick<Policy, 'ignoresCase'>) {
    this.#trees = trees;
    this.#spellings = ignoresCase ? new FolderSpellings(() => this.#foldersHere) : null;
  }

  /** A place with its folders as this disk spells them. */
  spelt(path: RelPath): RelPath {
    return this.#spellings?.of(path) ?? path;
  }

  /**
   * As `spelt`, and the file's own name as it is spelt here, if exactly one file has that name in another case. If
   * several have it, the disk tells cases apart.
   */
  standing(path: RelPath): RelPath {
    const [here, ...others] = this.#spellings === null ? [] : this.occupants(path);
    const isIts = here !== undefined && others.length === 0 && isOneName(here, path);
    return isIts ? here : this.spelt(path);
  }

  /** As `spelt`, for a file that comes there: from then on, new folders on its way are spelt as it spells them. */
  comesTo(path: RelPath): RelPath {
    return this.#spellings?.comesTo(path) ?? path;
  }

  /** This file goes away in the same plan, so its place becomes free. */
  leaves(path: RelPath): void {
    this.#leaving.add(pathKey(path));
    const folder = folderOf(path);
    this.#leavingIn.set(folder, (this.#leavingIn.get(folder) ?? 0) + 1);
  }

  /**
   * A file that was moved or deleted here still has an agreement about this place: no other agreement may be made about
   * it.
   */
  staysAgreedOn(path: RelPath): void {
    this.#agreedOn.add(foldKey(path));
  }

  isAgreedOn(path: RelPath): boolean {
    return this.#agreedOn.has(foldKey(path));
  }

  /**
   * The file of this record was moved here, or may have been, and its agreement still names the place that it left. If
   * another file came there before that is sent, the next look would take that one for its next version.
   */
  wasMovedHere({ id, path }: Pick<BaseFile, 'id' | 'path'>): void {
    this.staysAgreedOn(path);
    const key = foldKey(path);
    this.#movedFrom.set(key, (this.#movedFrom.get(key) ?? new Set<FileId>()).add(id));
  }

  /** Is it the place that the moved file of a record other than this one still has in its agreement? */
  isOfOneMoved(path: RelPath, than: FileId): boolean {
    const moved = this.#movedFrom.get(foldKey(path)) ?? [];
    return [...moved].some((id) => id !== than);
  }

  /**
   * The file was deleted here, and its record is to be deleted. If another file were put here first, that delete would
   * not be seen any more.
   */
  wasDeletedHere(path: RelPath): void {
    this.#deleted.add(foldKey(path));
  }

  isDeleteOpen(path: RelPath): boolean {
    return this.#deleted.has(foldKey(path));
  }

  /**
   * The delete of what lay here waits for nothing, so a move may wait for it without the two waiting for each other.
   */
  deleteGoes(path: RelPath): void {
    this.#deletesThatGo.add(foldKey(path));
  }

  isDeleteGoing(path: RelPath): boolean {
    return this.#deletesThatGo.has(foldKey(path));
  }

  /** A record comes here: no file may keep or get the name of a folder above it. */
  needFolders(path: RelPath): void {
    if (this.areFoldersNeeded(path)) return;
    for (const folder of foldersOn(path)) {
      this.#needed.add(folder);
      this.#neededKeys.add(foldKey(folder));
    }
  }

  /** Were all folders above this path noted by `needFolders` before? */
  areFoldersNeeded(path: RelPath): boolean {
    const folder = folderOf(path);
    return folder === '' || this.#needed.has(folder);
  }

  /** Files of the local tree that stand where a folder is needed. */
  inTheWay(): readonly RelPath[] {
    const files = [...this.#needed].flatMap((folder) => this.#standingFor(folder as RelPath));
    return [...new Set(files)];
  }

  /** Files of the local tree that stand where a folder above this place has to be. */
  onTheWay(path: RelPath): readonly RelPath[] {
    const folder = folderOf(path);
    const known = this.#onTheWay.get(folder);
    if (known !== undefined) return known;
    const files = foldersOn(path).flatMap((each) => this.#standingFor(each));
    this.#onTheWay.set(folder, files);
    return files;
  }

  #standingFor(folder: RelPath): readonly RelPath[] {
    const files = this.occupants(folder);
    return files.length > 0 && this.#foldersHere.stands(folder) ? [] : files;
  }

  /** Is the place taken now, but only by files that are about to go away? */
  isLeaving(path: RelPath, except: RelPath | null = null): boolean {
    if (this.isReserved(path)) return false;
    const here = this.occupants(path, except);
    if (!here.every((each) => this.#leaving.has(pathKey(each)))) return false;
    return this.filesBelow(path) === 0 ? here.length > 0 : this.isFolderLeaving(path);
  }

  /** Is it a folder whose files are all about to go away? */
  isFolderLeaving(path: RelPath): boolean {
    const files = this.filesBelow(path);
    return files > 0 && files === this.#leavingBelow(path);
  }

  #leavingBelow(path: RelPath): number {
    const start = `${foldKey(path)}/`;
    let files = 0;
    for (const [folder, count] of this.#leavingIn)
      if (foldKey(`${folder}/` as RelPath).startsWith(start)) files += count;
    return files;
  }

  /** How many files of the local tree lie in a folder of this name. */
  filesBelow(path: RelPath): number {
    return this.#foldersHere.filesBelow(foldKey(path));
  }

  isReserved(path: RelPath): boolean {
    const key = foldKey(path);
    return this.#reserved.has(key) || this.#neededKeys.has(key);
  }

  /** `except` may be the very file that wants to be there. */
  isTaken(path: RelPath, except: RelPath | null = null): boolean {
    if (this.isReserved(path) || this.occupants(path, except).length > 0) return true;
    return this.filesBelow(path) > 0;
  }

  /** The files of the local tree that lie there now, but for the one that wants to move there. */
  occupants(path: RelPath, except: RelPath | null = null): readonly RelPath[] {
    const here = this.#occupied.get(foldKey(path)) ?? [];
    return except === null ? here : here.filter((each) => pathKey(each) !== pathKey(except));
  }

  reserve(path: RelPath): void {
    this.#reserved.add(foldKey(path));
  }

  /** The wanted place if it is free, else one beside it. Reserved from now on. */
  take(wanted: RelPath, id: FileId, except: RelPath | null = null): RelPath {
    if (this.isTaken(wanted)) return this.takeBeside(wanted, id, except);
    this.reserve(wanted);
    return wanted;
  }

  /**
   * A free place beside one that is taken: the alias of the record; if that is taken too, or is the very place, the
   * alias with a number. `except`: where the file lies now and may stay. Reserved from now on.
   */
  takeBeside(path: RelPath, id: FileId, except: RelPath | null = null): RelPath {
    const [alias, longer] = [aliasPath(path, id, 0), aliasPath(path, id, 1)];
    let free = this.isTaken(alias, except) ? longer : alias;
    for (let number = 2; this.isTaken(free, except); number++) free = besidePath(longer, number);
    this.reserve(free);
    return free;
  }

  /** Found out when it is first asked for: most plans never ask. */
  get #occupied(): Map<string, RelPath[]> {
    this.#paths ??= foldedPaths(this.#trees);
    return this.#paths;
  }

  get #foldersHere(): FoldersHere {
    this.#folders ??= new FoldersHere(this.#occupied.values());
    return this.#folders;
  }
}

function foldedPaths({ local, settled }: Pick<Trees, 'local' | 'settled'>): Map<string, RelPath[]> {
  const places = new Map<string, RelPath[]>();
  const take = (path: RelPath): void => {
    const key = foldKey(path);
    const here = places.get(key);
    if (here === undefined) places.set(key, [path]);
    // Sorted, so that a plan of what changed equals a plan of everything, whichever files are settled.
    else if (!here.includes(path)) places.set(key, [...here, path].toSorted());
  };
  for (const { path } of local.values()) take(path);
  for (const path of settled?.paths() ?? []) take(path);
  return places;
}
