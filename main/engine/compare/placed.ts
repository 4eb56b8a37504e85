import type { ContentHash, FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { BaseFile, KnownBytes, LocalFile } from '../trees.ts';

export type Placed =
  /** It has the agreed bytes. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  | { readonly kind: 'placed'; readonly local: LocalFile; readonly version: RemoteFingerprint }
  /**
   * Any of these may be the file: they have to be read first. Empty where an earlier agreement asks for all of them
   * already.
   */
  | { readonly kind: 'unread'; readonly locals: readonly LocalFile[] };

/** Finds files by the bytes that were noted for their records before we placed or moved them (see `KnownBytes`). */
export class Placings {
  readonly #bytesOf: ReadonlyMap<FileId, readonly KnownBytes[]>;
  /** All that were noted, by their size. */
  readonly #hashesOf: ReadonlyMap<number, ReadonlySet<ContentHash>>;

  constructor(knownBytes: readonly KnownBytes[]) {
    this.#bytesOf = Map.groupBy(knownBytes, ({ id }) => id);
    const bySize = Map.groupBy(knownBytes, ({ size }) => size);
    this.#hashesOf = new Map(
      [...bySize].map(([size, noted]) => [size, new Set(noted.map(({ hash }) => hash))]),
    );
  }

  get areNone(): boolean {
    return this.#bytesOf.size === 0;
  }

  /**
   * For each agreement the file that has bytes noted for its record, or else the files that must be read to find out.
   * No file is given twice. Files to be read are added to `asked`; those that are in it already are not named again.
   */
  of(
    bases: Iterable<BaseFile>,
    files: Iterable<LocalFile>,
    asked: Set<LocalFile>,
  ): ReadonlyMap<BaseFile, Placed> {
    const all = new Map<BaseFile, Placed>();
    if (this.areNone) return all;
    const alike = new Set<LocalFile>();
    for (const file of files) if (this.#mayBeNoted(file)) alike.add(file);
    for (const base of bases) {
      const placed = this.#one(base, alike);
      if (placed === null) continue;
      if (placed.kind === 'unread') {
        all.set(base, { kind: 'unread', locals: placed.locals.filter((each) => !asked.has(each)) });
        for (const each of placed.locals) asked.add(each);
      } else {
        all.set(base, placed);
        alike.delete(placed.local);
      }
    }
    return all;
  }

  #mayBeNoted({ size, hash }: LocalFile): boolean {
    const hashes = this.#hashesOf.get(size);
    return hashes !== undefined && (hash === null || hashes.has(hash));
  }

  #one({ id, remote }: BaseFile, files: Iterable<LocalFile>): Placed | null {
    const noted = this.#bytesOf.get(id) ?? [];
    if (noted.length === 0) return null;
    const placingIn = ({ size, hash, ino }: LocalFile): KnownBytes | undefined =>
      noted.find(
        (placing) =>
          placing.size === size &&
          placing.hash === (hash ?? placing.hash) &&
          // Without an inode, nothing would show any more that newer bytes were moved once they are agreed on.
          (ino !== 0n || placing.remote === remote),
      );
    const alike = [...files].filter((each) => placingIn(each) !== undefined);
    const local = alike.find(({ hash }) => hash !== null);
    const placing = local === undefined ? undefined : placingIn(local);
    if (local === undefined || placing === undefined)
      return alike.length > 0 ? { kind: 'unread', locals: alike } : null;
    const { remote: version } = placing;
    return version === remote ? { kind: 'moved', local } : { kind: 'placed', local, version };
  }
}
