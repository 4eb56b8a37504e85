import type { Category } from '../../shared/model/category.ts';
import type { ContentHash, FileId, OpId, RemoteFingerprint, VersionMark } from '../../shared/model/ids.ts';
import type { PathKey, RelPath } from '../../shared/model/rel-path.ts';
import type { SyncFacts } from '../../shared/model/site-file.ts';

/** What the last scan saw of one regular file. Its fingerprint is size, mtime and inode, compared for equality only. */
export interface LocalFile {
  /** As the disk spells it. */
  readonly path: RelPath;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly mtimeNs: bigint;
  /** Zero if the file system has none; then no move is found by it. */
  readonly ino: bigint;
  /** Null if it has not been read since its fingerprint last changed. */
  readonly hash: ContentHash | null;
}

/** What the last listing said of one record, as far as planning needs it. */
export interface RemoteFile {
  readonly id: FileId;
  readonly category: Category;
  readonly name: string;
  /** Bytes; null if the service gives no usable number. */
  readonly size: number | null;
  readonly facts: SyncFacts;
  readonly fingerprint: RemoteFingerprint;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** Number of the listing that showed the record first; to be compared with `Intent.listing`. */
  readonly firstSeen: number;
}

/** An agreement: what both sides held when this file was last in step. */
export interface BaseFile {
  readonly id: FileId;
  /** Where it lies on this disk. */
  readonly path: RelPath;
  /** The place that the record implied at that time. If it implies another one now, it was moved on the service. */
  readonly impliedPath: RelPath;
  readonly category: Category;
  /** The record's name. It differs from the last segment of `path` if that is an alias. */
  readonly name: string;
  readonly hash: ContentHash;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
  readonly remote: RemoteFingerprint;
  /** The writer's mark at that time. A newer mark shows that the facts beside it are new as well. */
  readonly opId: OpId | null;
  /** Server time of the record at that time; only ever compared with other server times. */
  readonly updatedAt: string | null;
}

/**
 * The intent of a create: committed before the request, dropped when its outcome is known. Size, time and inode are
 * those of the file that was sent, wherever it lies by then.
 */
export interface Intent extends Pick<
  BaseFile,
  'path' | 'name' | 'category' | 'size' | 'mtimeNs' | 'ino' | 'hash'
> {
  readonly opId: OpId;
  /** Number of the last listing before the request: a record first seen later may be ours. */
  readonly listing: number;
  /**
   * Until then, epoch ms, a listing without the record proves nothing: the service said that it took the file, or may
   * still be at work on it. 0: it said nothing.
   */
  readonly lateUntil: number;
}

/**
 * An update whose reply was lost. If the record shows later that it was carried out, this becomes the agreement,
 * whatever lies here by then. It is kept until then, or until something else is agreed on.
 */
export interface OpenUpdate extends Pick<
  BaseFile,
  'id' | 'category' | 'name' | 'hash' | 'size' | 'mtimeNs' | 'ino'
> {
  readonly opId: OpId;
  /** The agreed version that it was sent over. Once another version is agreed on, this update says nothing any more. */
  readonly replaces: RemoteFingerprint;
  /** Where the file lies after it; null: the update moved nothing. */
  readonly path: RelPath | null;
  /** The place that it states, for all computers. */
  readonly stated: RelPath;
  /** Bytes that the record has after it; null if that is not known. */
  readonly due: number | null;
  /** The versions of the record that it is based on, the newest first. */
  readonly basedOn: readonly VersionMark[];
}

/**
 * The bytes of a version of a record, noted before we touch a file whose move is still to be sent: a crash in between would
 * leave nothing else that ties the file to its record. There are two cases. Newer bytes are placed over a file that was
 * moved here, and take its inode away. Or we move a file ourselves on a disk without inodes; then these are the agreed bytes.
 * The next commit about the agreement drops it. A record may have several, of successive versions.
 */
export interface NotedBytes {
  readonly id: FileId;
  readonly hash: ContentHash;
  readonly size: number;
  /** The version of the record that has these bytes. */
  readonly remote: RemoteFingerprint;
}

/**
 * The last bytes that this computer sent over those of a record, kept as long as they are agreed on. If somebody who never
 * saw them overwrites them on the service, they are on this computer alone.
 */
export interface SentBytes {
  readonly id: FileId;
  /** The mark of the agreement about them. Once the agreement has another one, this says nothing any more. */
  readonly opId: OpId;
  readonly hash: ContentHash;
  /** What the record held before, as far as was known here. */
  readonly before: ContentHash;
  /** The version that brought them, and those that it was based on, the newest first. */
  readonly line: readonly VersionMark[];
}

/** The three trees of one site. */
export interface Trees {
  readonly base: ReadonlyMap<FileId, BaseFile>;
  readonly local: ReadonlyMap<PathKey, LocalFile>;
  readonly remote: ReadonlyMap<FileId, RemoteFile>;
  /** What was left out of all three because it is settled (see `isSettled`). */
  readonly settled?: Settled;
}

export interface Settled {
  /** How many, each with a row in every tree. */
  readonly count: number;
  /** Their paths, which no other file can take. May also name files of the site that are not settled. */
  readonly paths: () => Iterable<RelPath>;
  /** The one that lies at such a path; null if none of them does, or that is not known. */
  readonly at: (path: RelPath) => InStep | null;
  /** When the latest of their records was changed, or a later one of the site; null if that is not known. */
  readonly newest: () => string | null;
}

/** A file of which all three trees say the same. */
export interface InStep {
  readonly base: BaseFile;
  readonly local: LocalFile;
  readonly remote: RemoteFile;
}
