import type { FileId } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import { aliasPath, foldKey } from './local-names.ts';
import type { LocalFile } from './trees.ts';

/**
 * Who lies where in a site's folder while a plan is made. Names are compared folded, so that two files never need
 * the same name on a disk that ignores case.
 */
export class Places {
  readonly #occupied = new Map<string, RelPath>();
  readonly #reserved = new Set<string>();
  readonly #leaving = new Set<string>();

  constructor(local: Iterable<LocalFile>) {
    for (const { path } of local) this.#occupied.set(foldKey(path), path);
  }

  /** This file goes away in the same plan, so its place becomes free. */
  leaves(path: RelPath): void {
    this.#leaving.add(foldKey(path));
  }

  isLeaving(path: RelPath): boolean {
    return this.#leaving.has(foldKey(path));
  }

  isReserved(path: RelPath): boolean {
    return this.#reserved.has(foldKey(path));
  }

  isTaken(path: RelPath): boolean {
    const key = foldKey(path);
    return this.#occupied.has(key) || this.#reserved.has(key);
  }

  /** The file of the local tree that lies there now. */
  occupant(path: RelPath): RelPath | null {
    return this.#occupied.get(foldKey(path)) ?? null;
  }

  reserve(path: RelPath): void {
    this.#reserved.add(foldKey(path));
  }

  /** The wanted place where it is free, else the record's alias; reserved from now on. */
  take(wanted: RelPath, id: FileId): RelPath {
    const path = this.firstFree([wanted, aliasPath(wanted, id, 0), aliasPath(wanted, id, 1)]);
    this.reserve(path);
    return path;
  }

  /** The last one stands where none is free: carrying it out finds the place taken and waits. */
  firstFree(paths: readonly [RelPath, RelPath, RelPath]): RelPath {
    return paths.find((path) => !this.isTaken(path)) ?? paths[2];
  }
}
