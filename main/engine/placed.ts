import type { FileId, RemoteFingerprint } from '../../shared/model/ids.ts';
import type { BaseFile, KnownBytes, LocalFile } from './trees.ts';

export type Placed =
  /** It has the bytes that are agreed on. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  | { readonly kind: 'placed'; readonly local: LocalFile; readonly version: RemoteFingerprint }
  /** Any of these may be what was placed; others may wait for the same files. */
  | { readonly kind: 'unread'; readonly locals: readonly LocalFile[] };

/** Which files have bytes that were noted of their records, before they were placed or moved by us. */
export class Placings {
  readonly #bytesOf: ReadonlyMap<FileId, readonly KnownBytes[]>;

  constructor(knownBytes: readonly KnownBytes[]) {
    this.#bytesOf = Map.groupBy(knownBytes, ({ id }) => id);
  }

  /** Of these files the one that has bytes of its record; those that have to be read first; or null. */
  of({ id, remote }: BaseFile, files: Iterable<LocalFile>): Placed | null {
    const noted = this.#bytesOf.get(id) ?? [];
    if (noted.length === 0) return null;
    const placingIn = ({ size, hash, ino }: LocalFile): KnownBytes | undefined =>
      noted.find(
        (placing) =>
          placing.size === size &&
          placing.hash === (hash ?? placing.hash) &&
          // Newer bytes without an inode would not be known as moved once they are agreed on.
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
