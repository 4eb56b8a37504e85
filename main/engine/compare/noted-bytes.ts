import type { ContentHash, FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { BaseFile, LocalFile, NotedBytes } from '../trees.ts';

/** What the bytes that were noted for a record tell of its file. */
export type FoundByNotedBytes =
  /** It has the agreed bytes. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  /** It has bytes of another version of the record. */
  | { readonly kind: 'placed'; readonly local: LocalFile; readonly version: RemoteFingerprint }
  /**
   * Any of these may be the file: they have to be read first. Empty where an earlier agreement asks for all of them
   * already.
   */
  | { readonly kind: 'unread'; readonly locals: readonly LocalFile[] };

/** Finds files by the bytes that were noted for their records before we placed or moved them (see `NotedBytes`). */
export class NotedBytesIndex {
  readonly #bytesOf: ReadonlyMap<FileId, readonly NotedBytes[]>;
  /** All that were noted, by their size. */
  readonly #hashesOf: ReadonlyMap<number, ReadonlySet<ContentHash>>;

  constructor(notedBytes: readonly NotedBytes[]) {
    this.#bytesOf = Map.groupBy(notedBytes, ({ id }) => id);
    const bySize = Map.groupBy(notedBytes, ({ size }) => size);
    this.#hashesOf = new Map(
      [...bySize].map(([size, noted]) => [size, new Set(noted.map(({ hash }) => hash))]),
    );
  }

  get isEmpty(): boolean {
    return this.#bytesOf.size === 0;
  }

  /**
   * For each agreement the file that has bytes noted for its record, or else the files that must be read to find out.
   * No file is given twice. Files to be read are added to `asked`; those that are in it already are not named again.
   */
  filesOf(
    bases: Iterable<BaseFile>,
    files: Iterable<LocalFile>,
    asked: Set<LocalFile>,
  ): ReadonlyMap<BaseFile, FoundByNotedBytes> {
    const all = new Map<BaseFile, FoundByNotedBytes>();
    if (this.isEmpty) return all;
    const alike = new Set<LocalFile>();
    for (const file of files) if (this.#mayBeNoted(file)) alike.add(file);
    for (const base of bases) {
      const found = this.#fileOf(base, alike);
      if (found === null) continue;
      if (found.kind === 'unread') {
        all.set(base, { kind: 'unread', locals: found.locals.filter((each) => !asked.has(each)) });
        for (const each of found.locals) asked.add(each);
      } else {
        all.set(base, found);
        alike.delete(found.local);
      }
    }
    return all;
  }

  #mayBeNoted({ size, hash }: LocalFile): boolean {
    const hashes = this.#hashesOf.get(size);
    return hashes !== undefined && (hash === null || hashes.has(hash));
  }

  #fileOf({ id, remote }: BaseFile, files: Iterable<LocalFile>): FoundByNotedBytes | null {
    const noted = this.#bytesOf.get(id) ?? [];
    if (noted.length === 0) return null;
    const notedIn = ({ size, hash, ino }: LocalFile): NotedBytes | undefined =>
      noted.find(
        (bytes) =>
          bytes.size === size &&
          bytes.hash === (hash ?? bytes.hash) &&
          // Without an inode, nothing would show any more that newer bytes were moved once they are agreed on.
          (ino !== 0n || bytes.remote === remote),
      );
    const alike = [...files].filter((each) => notedIn(each) !== undefined);
    const local = alike.find(({ hash }) => hash !== null);
    const bytes = local === undefined ? undefined : notedIn(local);
    if (local === undefined || bytes === undefined)
      return alike.length > 0 ? { kind: 'unread', locals: alike } : null;
    const { remote: version } = bytes;
    return version === remote ? { kind: 'moved', local } : { kind: 'placed', local, version };
  }
}
