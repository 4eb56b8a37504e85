import type { FileId } from '../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { aliasPath, foldKey } from './local-names.ts';
import type { Trees } from './trees.ts';

/**
 * Who lies where in a site's folder while a plan is made. Names are compared folded, so that two files never need
 * the same name on a disk that ignores case.
 */
export class Places {
  /** Linux may hold several files whose names are one name elsewhere. */
  #paths: Map<string, RelPath[]> | null = null;
  readonly #trees: Pick<Trees, 'local' | 'settled'>;
  readonly #reserved = new Set<string>();
  readonly #leaving = new Set<PathKey>();
  readonly #agreedOn = new Set<string>();

  constructor(trees: Pick<Trees, 'local' | 'settled'>) {
    this.#trees = trees;
  }

  /** This file goes away in the same plan, so its place becomes free. */
  leaves(path: RelPath): void {
    this.#leaving.add(pathKey(path));
  }

  /** The agreement about a file that was moved or deleted here still names this place: no other may be made on it. */
  staysAgreedOn(path: RelPath): void {
    this.#agreedOn.add(foldKey(path));
  }

  isAgreedOn(path: RelPath): boolean {
    return this.#agreedOn.has(foldKey(path));
  }

  /** Is the place taken now, but all that lies there about to go away? */
  isLeaving(path: RelPath, except: RelPath | null = null): boolean {
    const here = this.occupants(path, except);
    return here.length > 0 && here.every((each) => this.#leaving.has(pathKey(each)));
  }

  isReserved(path: RelPath): boolean {
    return this.#reserved.has(foldKey(path));
  }

  isTaken(path: RelPath): boolean {
    const key = foldKey(path);
    return this.#occupied.has(key) || this.#reserved.has(key);
  }

  /** The files of the local tree that lie there now, but for the one that wants to move there. */
  occupants(path: RelPath, except: RelPath | null = null): readonly RelPath[] {
    const here = this.#occupied.get(foldKey(path)) ?? [];
    return except === null ? here : here.filter((each) => pathKey(each) !== pathKey(except));
  }

  reserve(path: RelPath): void {
    this.#reserved.add(foldKey(path));
  }

  /** The wanted place where it is free, else the record's alias; reserved from now on. */
  take(wanted: RelPath, id: FileId): RelPath {
    const path = this.isTaken(wanted)
      ? this.firstFree([wanted, aliasPath(wanted, id, 0), aliasPath(wanted, id, 1)])
      : wanted;
    this.reserve(path);
    return path;
  }

  /** The last one stands where none is free: carrying it out finds the place taken and waits. */
  firstFree(paths: readonly [RelPath, RelPath, RelPath]): RelPath {
    return paths.find((path) => !this.isTaken(path)) ?? paths[2];
  }

  /** Found out when it is first asked for: most plans never ask. */
  get #occupied(): Map<string, RelPath[]> {
    this.#paths ??= foldedPaths(this.#trees);
    return this.#paths;
  }
}

function foldedPaths({ local, settled }: Pick<Trees, 'local' | 'settled'>): Map<string, RelPath[]> {
  const places = new Map<string, RelPath[]>();
  const take = (path: RelPath): void => {
    const key = foldKey(path);
    const here = places.get(key);
    if (here === undefined) places.set(key, [path]);
    else if (!here.includes(path)) here.push(path);
  };
  for (const { path } of local.values()) take(path);
  for (const path of settled?.paths() ?? []) take(path);
  return places;
}
