import type { FileId, RemoteFingerprint } from '../../shared/model/ids.ts';
import type { BaseFile, KnownBytes, LocalFile } from './trees.ts';

export type Placed =
  | { readonly kind: 'placed'; readonly local: LocalFile; readonly version: RemoteFingerprint }
  /** Any of these may be what was placed; others may wait for the same files. */
  | { readonly kind: 'unread'; readonly locals: readonly LocalFile[] };

/** Which files may be what was being placed when that was cut off before its agreement was written. */
export class Placings {
  readonly #bytesOf: ReadonlyMap<FileId, readonly KnownBytes[]>;

  constructor(knownBytes: readonly KnownBytes[]) {
    this.#bytesOf = Map.groupBy(knownBytes, ({ id }) => id);
  }

  /** Of these files the one that has newer bytes of its record; those that have to be read first; or null. */
  of({ id }: BaseFile, files: Iterable<LocalFile>): Placed | null {
    const noted = this.#bytesOf.get(id) ?? [];
    if (noted.length === 0) return null;
    const placingIn = ({ size, hash }: LocalFile): KnownBytes | undefined =>
      noted.find((placing) => placing.size === size && placing.hash === (hash ?? placing.hash));
    // What has no inode would not be known as moved afterwards.
    const alike = [...files].filter((each) => each.ino !== 0n && placingIn(each) !== undefined);
    const local = alike.find(({ hash }) => hash !== null);
    const placing = local === undefined ? undefined : placingIn(local);
    if (local !== undefined && placing !== undefined)
      return { kind: 'placed', local, version: placing.remote };
    return alike.length > 0 ? { kind: 'unread', locals: alike } : null;
  }
}
