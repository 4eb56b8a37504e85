import type { Result } from '../../../shared/failure.ts';
import type { ContentHash, FileId, RemoteFingerprint, SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';

/** `.sitesync/site.json`: says which site and service a folder belongs to. Without it nothing in the folder counts. */
export interface Marker {
  readonly site: SiteId;
  readonly baseUrl: string;
  /** Identifies this folder among those of the site. */
  readonly folderId: string;
  /** The word that mirror and folder share: see `generation.ts`. Null if none was needed yet. */
  readonly generation: string | null;
  /** A number that goes up while mirror and folder are kept together: see `edition.ts`. 0: nothing was agreed on yet. */
  readonly edition: number;
}

/** A marker as it is found. */
export interface FoundMarker extends Marker {
  /** It was written elsewhere and came here with a copy of its folder. Absent if that is not known. */
  readonly isCopy?: true;
  /** It is the original, wherever it lies now. Absent if that is not known. */
  readonly isSelf?: true;
}

/** A file as a scan sees it, before hashing. */
export interface ScannedFile {
  readonly path: RelPath;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

/** A folder as a scan sees it. */
export interface ScannedFolder {
  readonly folder: string;
  /** Opaque: the same as long as the files directly in it have the same names and fingerprints. Null: not all were seen. */
  readonly version: string | null;
}

/** What is known of folders: the files of a folder that still has its known version are not handed out again. */
export interface KnownFolders {
  /** By the NFC form of the folder's path. */
  readonly versions: ReadonlyMap<string, string>;
  /**
   * Called with folders after their files were handed out, or withheld because they are known. Not called for an
   * unknown empty folder.
   */
  readonly onFolders: (folders: readonly ScannedFolder[]) => void;
}

/**
 * A file whose path differs from that of another file only in Unicode form (NFC, NFD). `taken`: the path that is kept
 * in step.
 */
export interface OtherSpelling {
  readonly path: string;
  readonly why: 'other-spelling';
  readonly taken: string;
}

/** Something in the folder that is not kept in step, or not as it was meant to be, and why. */
export type SkippedEntry = OtherSpelling | LeftOutEntry;

interface LeftOutEntry {
  readonly path: string;
  /**
   * `link-in-place`: a link lies where files were known. `other-site`: the folder of another site, with all in it.
   * `in-models`: a file or folder in the folder of the models (which of them a person put there is found out
   * elsewhere), or a file in the place of that folder. `models-folder`: that folder itself, which a disk without case
   * finds under another name; nothing is decided about what was known in it. `in-cloud`: iCloud has taken the file at
   * this path away to make room, and gives it back when asked. `ignore-as-text`: the ignore list under a name that has no
   * effect; it is not handed out.
   */
  readonly why:
    | 'link'
    | 'link-in-place'
    | 'special'
    | 'name'
    | 'other-site'
    | 'in-models'
    | 'models-folder'
    | 'in-cloud'
    | 'ignore-as-text';
}

/** A folder that lies on another drive than the folder above it, such as one at which a stick is mounted. */
export interface ScannedDrive {
  readonly folder: string;
  /** Tells the drive from others; null if there is none, was none for a moment, or the drive does not answer. */
  readonly disk: string | null;
}

/**
 * A folder that could not be read, or whose drive is out or covered by another drive (see `sync/observe/drives.ts`).
 */
export interface UnreadableFolder {
  readonly folder: string;
  /** A code of the system, such as `EACCES`, or a `DriveFault`. */
  readonly code: string;
  /** Is a file known below it? The scan itself does not say; whoever compares it with the mirror does. */
  readonly known?: boolean;
}

export interface ScanReport {
  readonly files: number;
  /** Nothing below them may be judged. `''` is the site's folder itself. */
  readonly unreadable: readonly UnreadableFolder[];
  readonly skipped: readonly SkippedEntry[];
  /** Folders that are there, in folders that were only looked at `directly`: they were not entered. */
  readonly folders: readonly string[];
  /** Text of `.siteignore`; empty if there is none. */
  readonly ignoreText: string;
  /** The drives in what was looked at, and those of `ScanOptions.drives` whose folders are there. */
  readonly drives: readonly ScannedDrive[];
  /**
   * Does the disk of the folder take two names that differ only in case for one? Null if that could not be found out.
   */
  readonly ignoresCase: boolean | null;
  /** A folder or file came or went during the scan: what was moved may have been seen in both places, or in none. */
  readonly shifted: boolean;
}

/**
 * What a scan looks at. Folders are relative to the site's folder, which is `''`. None is named twice, or lies in
 * another one of `below`.
 */
export interface ScanScope {
  /** Folders with all that is below them. */
  readonly below: readonly string[];
  /** Folders of which only the direct content is looked at: their files, and which folders are in them. */
  readonly directly: readonly string[];
}

export interface ScanOptions {
  /** Gitignore lines besides those of `.siteignore` in the folder. */
  readonly ignore: readonly string[];
  /** Null for everything. */
  readonly scope: ScanScope | null;
  /** Folders at which to look for a drive, whatever the scope. */
  readonly drives?: readonly string[];
  /** Absent: every file is handed out. */
  readonly known?: KnownFolders;
  readonly signal?: AbortSignal | undefined;
}

export interface HashedFile {
  readonly file: ScannedFile;
  readonly hash: ContentHash;
}

/**
 * A file opened for sending. The hash is of the bytes that were handed out. After `close` their memory is used for
 * others.
 */
export interface UploadSource {
  readonly size: number;
  /** The whole content if it is small (at most 1 MiB); else null, and `stream` gives it. */
  readonly bytes: Uint8Array | null;
  /** Known at once for small files; null for streamed ones, whose `finish` gives it. */
  readonly hash: ContentHash | null;
  /** Each chunk is valid until the next one is asked for. */
  readonly stream: () => AsyncIterable<Uint8Array>;
  /** To be called after sending. `still-changing` if the file is not what it was before. */
  readonly finish: () => Promise<Result<ContentHash>>;
  readonly close: () => Promise<void>;
}

/** Says of a partial download which version it belongs to; kept beside its bytes, so that a later try resumes it. */
export interface ResumeNote {
  readonly fingerprint: RemoteFingerprint;
  readonly etag: string | null;
}

/** A download on its way into `.sitesync/tmp/`. */
export interface DownloadSink {
  /** Bytes that are already there from an earlier try of the same version. */
  readonly offset: number;
  readonly etag: string | null;
  /** If an earlier try fetched and checked the whole and could not place it: its hash. */
  readonly whole: ContentHash | null;
  /** Forgets what is there and starts at 0 (the service sent the whole again). */
  restart(): Promise<Result<void>>;
  write(chunk: Uint8Array): Promise<Result<void>>;
  /** Flushes to the disk (fsync) and gives size and hash of the whole. */
  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>>;
  /**
   * Renames the file into place, so that it survives a power cut. With `replaces`, the target must still have that
   * fingerprint, and goes to the trash. Without, no file may be there (`changed-meanwhile`), and no folder or link
   * (`unsafe-path`). `mtimeMs`: the time that the new file gets, as far as the disk can hold it; null: now. A disk that
   * ignores case may have the folder in another spelling: the path of the result is spelt as it is there.
   */
  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>>;
  /**
   * Makes what came so far survive a kill and a power cut, so that a later try resumes there; more may be written
   * afterwards. If it fails nothing is lost: the bytes are fetched again.
   */
  checkpoint(note: ResumeNote): Promise<void>;
  /** Keeps the part for a later try, with what it belongs to. Only the first call counts. */
  suspend(note: ResumeNote): Promise<void>;
  /** Keeps the whole, after `finish`, for a later try to place it. What is not finished is discarded. */
  keep(fingerprint: RemoteFingerprint): Promise<void>;
  discard(): Promise<void>;
}

export interface TrashEntry {
  /** `<time>/<path>`: what `restore` takes. */
  readonly id: string;
  readonly path: RelPath;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly trashedAt: number;
}

/** How much lies in a folder. */
export interface BytesBelow {
  readonly bytes: number;
  /** False: some of it cannot be read, and is not counted. */
  readonly isWhole: boolean;
}

/**
 * A disk with site folders on it. `folder` is always the absolute path of a site's folder. Every change first checks
 * that no symbolic link lies on the way and that the path stays inside the folder (else `unsafe-path`), and that the
 * file still is what the caller saw (else `changed-meanwhile`).
 */
export interface Disk {
  /** The same absolute path with no link in it, as far as its folders are there. */
  realPath(folder: string): Promise<string>;
  /**
   * Tries whether a folder could be made there, or the one that is there be written into: else `bad-input` or
   * `read-only`. Leaves nothing behind.
   */
  tryFolder(folder: string): Promise<Result<void>>;
  /** `folder-missing` if the folder is not there; null if it is there without a marker. */
  readMarker(folder: string): Promise<Result<FoundMarker | null>>;
  /**
   * This folder and those above it, as far as their markers say that they are a site's; links are followed, the
   * nearest comes first.
   */
  sitesAround(folder: string): Promise<readonly { readonly folder: string; readonly site: SiteId }[]>;
  /** This marker was found: until another is written, nothing is placed in the folder under one of a lower edition. */
  goBy(folder: string, marker: Pick<Marker, 'edition'>): void;
  /**
   * Makes the folder, its category folders and its marker; takes over a folder of the same site. Only ever for a folder that
   * is newly followed, or was put back from a copy. `instead`: the marker that was found in one that was put back; another
   * folder in its place, or none, is left as in `rewriteMarker`.
   */
  createSiteFolder(folder: string, marker: Marker, instead?: FoundMarker | null): Promise<Result<void>>;
  /**
   * Replaces the marker, so that it survives a power cut. `instead`: the one that was found. `folder-missing` if there is none,
   * as it is not made anew, or another: a folder that took the place of the one that was looked at must stay what it is.
   */
  rewriteMarker(folder: string, marker: Marker, instead: FoundMarker): Promise<Result<void>>;
  /**
   * First takes back what a killed move left half done, so that no file is seen under two names. Fails with
   * `unreadable` if there is a `.siteignore` that cannot be read: nothing may be sent against it.
   */
  scan(
    folder: string,
    options: ScanOptions,
    onBatch: (files: readonly ScannedFile[]) => void,
  ): Promise<Result<ScanReport>>;
  /**
   * Hashes files off the main thread; one result for each, in order. `still-changing` if a file changed while it was
   * read.
   */
  hash(
    folder: string,
    files: readonly ScannedFile[],
    onBytes?: (bytes: number) => void,
    signal?: AbortSignal,
  ): Promise<readonly Result<HashedFile>[]>;
  /**
   * Are the file's bytes not on this disk, as OneDrive and iCloud keep what nobody used for long? Reading it would fetch
   * them. In doubt false.
   */
  isAway(folder: string, path: RelPath): Promise<boolean>;
  /** The fingerprint now; null if nothing is there. */
  stat(folder: string, path: RelPath): Promise<Result<ScannedFile | null>>;
  /** Of all files in a folder that no scan reports, as that of the models; none where there is no such folder. */
  bytesBelow(folder: string, path: RelPath): Promise<BytesBelow>;
  openUpload(folder: string, file: ScannedFile): Promise<Result<UploadSource>>;
  /** The same for several small files (at most 1 MiB each) at once; one result for each, in order. */
  openUploads(folder: string, files: readonly ScannedFile[]): Promise<readonly Result<UploadSource>[]>;
  /** The first bytes of a file, to guess what it is. */
  readHead(folder: string, path: RelPath, bytes: number): Promise<Result<Uint8Array>>;
  /**
   * `folder-missing` without the marker. `path` is what failures call the file; where it goes is decided by `place`.
   * A file of known and moderate `size` may be held in memory until `place`, which then finds what is wrong with the
   * folder.
   */
  openDownload(
    folder: string,
    id: FileId,
    fingerprint: RemoteFingerprint,
    path: string,
    size?: number | null,
  ): Promise<Result<DownloadSink>>;
  /**
   * Renames inside the folder, so that it survives a power cut. The target must be free, but the file may change only
   * the case or spelling of its name, as far as the system allows it: the path of the result is spelt as it is there.
   */
  move(folder: string, from: LocalFile, to: RelPath): Promise<Result<LocalFile>>;
  /** Moves a file to the trash, so that it survives a power cut. */
  trash(folder: string, file: LocalFile): Promise<Result<void>>;
  /**
   * Unlinks a copy that is in step with the service: the only unlink of a user's file. With `toTrash` it goes to the
   * trash instead.
   */
  free(folder: string, file: LocalFile, toTrash?: boolean): Promise<Result<void>>;
  /** Removes the folders above a path that are empty now; category folders stay. */
  pruneEmptyFolders(folder: string, path: RelPath): Promise<void>;
  /** Newest first. With `path`: only what was kept of that file. */
  listTrash(folder: string, path?: RelPath): Promise<Result<readonly TrashEntry[]>>;
  /** Puts an entry back where it was, or beside it if something else lies there now. Returns the path. */
  restore(folder: string, entryId: string): Promise<Result<RelPath>>;
  /** Drops trash and partial downloads older than this (epoch ms), as far as the disk and the signal allow. */
  purge(folder: string, olderThanMs: number, signal?: AbortSignal): Promise<void>;
  space(folder: string): Promise<Result<DiskSpace>>;
  close(): Promise<void>;
}

/** The disk on which a folder lies. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** The same text for all folders of one disk. */
  readonly disk: string;
}
