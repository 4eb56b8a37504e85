import type { Result } from '../../../shared/failure.ts';
import type { ContentHash, FileId, RemoteFingerprint, SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';

/** `.sitesync/site.json`: says which site and service a folder belongs to. Without it nothing there counts. */
export interface Marker {
  readonly site: SiteId;
  readonly baseUrl: string;
  /** Identifies this folder among those of the site. */
  readonly folderId: string;
  /** The word that mirror and folder share: see `generation.ts`. Null where none was needed yet. */
  readonly generation: string | null;
}

/** A marker as it is found. */
export interface FoundMarker extends Marker {
  /** It was written elsewhere and came here with a copy of its folder. Absent where that is not known. */
  readonly isCopy?: true;
  /** It is the very one that was written, wherever it lies now. Absent where that is not known. */
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
  /** Called with folders once their files were handed out, or not because they are known. Not for an unknown empty folder. */
  readonly onFolders: (folders: readonly ScannedFolder[]) => void;
}

/** A file whose path differs from another one's in the Unicode form alone (NFC, NFD). `taken`: the path that is kept in step. */
export interface OtherSpelling {
  readonly path: string;
  readonly why: 'other-spelling';
  readonly taken: string;
}

/** Something in the folder that is not kept in step, and why. */
export type SkippedEntry = OtherSpelling | LeftOutEntry;

interface LeftOutEntry {
  readonly path: string;
  /**
   * `link-in-place`: a link lies where files were known. `other-site`: the folder of another site, with all in it.
   * `in-models`: file or folder in the folder of the models, which are told apart from what a person put there elsewhere, or
   * a file in the place of that folder.
   * `models-folder`: that folder itself, where a disk without case finds it under another name: of what was known in it
   * nothing is said. `in-cloud`: iCloud has taken the file at this path away to make room, and gives it back when asked.
   */
  readonly why:
    | 'link'
    | 'link-in-place'
    | 'special'
    | 'name'
    | 'other-site'
    | 'in-models'
    | 'models-folder'
    | 'in-cloud';
}

/** A folder that lies on another drive than the folder above it, as one at which a stick is plugged in. */
export interface ScannedDrive {
  readonly folder: string;
  /** Tells it from others; null where it is a folder as any other, was so for a moment, or its drive does not answer. */
  readonly disk: string | null;
}

/** A folder that could not be read, or whose drive is out, or covered by another one (see `sync/observe/drives.ts`). */
export interface UnreadableFolder {
  readonly folder: string;
  /** Of the system, as `EACCES`, or one of `DriveFault`. */
  readonly code: string;
  /** Is a file known below it? Said by who compares what was seen with what was known. */
  readonly known?: boolean;
}

export interface ScanReport {
  readonly files: number;
  /** Nothing below them may be judged. `''` is the site's folder itself. */
  readonly unreadable: readonly UnreadableFolder[];
  readonly skipped: readonly SkippedEntry[];
  /** The folders in those that were looked at `directly`: they are there, and were not entered. */
  readonly folders: readonly string[];
  /** Text of `.siteignore`, empty where there is none. */
  readonly ignoreText: string;
  /** Those in what was looked at, and those of `ScanOptions.drives` whose folders are there. */
  readonly drives: readonly ScannedDrive[];
  /** A folder or a file came or went while it looked: what was moved may be seen in both places, or in none. */
  readonly shifted: boolean;
}

/** What a scan looks at. Folders are relative to the site's folder, `''` is itself; none is named twice or in another of `below`. */
export interface ScanScope {
  /** Folders with all that is below them. */
  readonly below: readonly string[];
  /** Folders of which only the files directly in them are looked at, and which folders are in them. */
  readonly directly: readonly string[];
}

export interface ScanOptions {
  /** Gitignore lines besides those of `.siteignore` in the folder. */
  readonly ignore: readonly string[];
  /** Null for everything. */
  readonly scope: ScanScope | null;
  /** Folders to be looked at for a drive at them, whatever the scope. */
  readonly drives?: readonly string[];
  /** Absent: every file is handed out. */
  readonly known?: KnownFolders;
  readonly signal?: AbortSignal | undefined;
}

export interface HashedFile {
  readonly file: ScannedFile;
  readonly hash: ContentHash;
}

/** A file opened for sending. The hash is of the bytes that were handed out; after `close` others lie in their memory. */
export interface UploadSource {
  readonly size: number;
  /** The whole content where it is small (at most 1 MiB), else null: then read `stream`. */
  readonly bytes: Uint8Array | null;
  /** Known at once for small files, after `finish` for streamed ones. */
  readonly hash: ContentHash | null;
  /** Each chunk is good until the next is asked for. */
  readonly stream: () => AsyncIterable<Uint8Array>;
  /** After sending: `still-changing` where the file is not what it was before. */
  readonly finish: () => Promise<Result<ContentHash>>;
  readonly close: () => Promise<void>;
}

/** What a partial download belongs to; kept beside its bytes. */
export interface PartialMark {
  readonly fingerprint: RemoteFingerprint;
  readonly etag: string | null;
}

/** A download on its way into `.sitesync/tmp/`. */
export interface DownloadSink {
  /** Bytes that are already there from an earlier try of the same version. */
  readonly offset: number;
  readonly etag: string | null;
  /** The hash of what an earlier try brought, checked and could not place: then all of it is there. */
  readonly whole: ContentHash | null;
  /** Forget what is there and start at 0 (the service sent the whole again). */
  restart(): Promise<Result<void>>;
  write(chunk: Uint8Array): Promise<Result<void>>;
  /** Flush to disk (fsync) and give length and hash of the whole. */
  finish(): Promise<Result<{ readonly size: number; readonly hash: ContentHash }>>;
  /**
   * Rename into place, so that it survives a power cut. With `replaces`, the target must still have its fingerprint and goes to the trash; without,
   * no file may be there (`changed-meanwhile`), and no folder or link (`unsafe-path`). The new file gets `mtimeMs` where given.
   * A disk that ignores case may have the folder in another one: the path that is returned is as that is spelt.
   */
  place(target: RelPath, replaces: LocalFile | null, mtimeMs: number | null): Promise<Result<LocalFile>>;
  /**
   * What came so far survives a kill and a power cut, and a later try resumes behind it; more may be written. Where that
   * fails nothing is lost: it is fetched again.
   */
  checkpoint(mark: PartialMark): Promise<void>;
  /** Keep the part for a later resume, with what it belongs to. The first call counts. */
  suspend(mark: PartialMark): Promise<void>;
  /** Keep the whole for a later try to place it, after `finish`; what is not finished is discarded. */
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

/**
 * One disk with site folders on it; `folder` is always the absolute path of a site's folder. Every change checks
 * that no symbolic link lies on the way and that the path stays inside (`unsafe-path`), and that the file is still
 * what the caller saw (`changed-meanwhile`).
 */
export interface Disk {
  /** The same absolute path with no link in it, as far as its folders are there. */
  realPath(folder: string): Promise<string>;
  /** Whether a folder could be made there, or written into where one is: `bad-input`, `read-only`. Nothing stays of it. */
  tryFolder(folder: string): Promise<Result<void>>;
  /** `folder-missing` where the folder is not there; null where it is there without a marker. */
  readMarker(folder: string): Promise<Result<FoundMarker | null>>;
  /** The folders that a marker says are a site's, of this one and those around it, links followed; the nearest first. */
  sitesAround(folder: string): Promise<readonly { readonly folder: string; readonly site: SiteId }[]>;
  /** Make the folder, its category folders and its marker. Only ever for a folder newly followed, or put back from a copy. */
  createSiteFolder(folder: string, marker: Marker): Promise<Result<void>>;
  /** Replace the marker, so that it survives a power cut; `folder-missing` where none is there: nothing is made anew. */
  rewriteMarker(folder: string, marker: Marker): Promise<Result<void>>;
  /**
   * Takes back before what a move that was killed left half done, so that no file is seen under two names. `unreadable`
   * where `.siteignore` is there and cannot be read: nothing may be sent against it.
   */
  scan(
    folder: string,
    options: ScanOptions,
    onBatch: (files: readonly ScannedFile[]) => void,
  ): Promise<Result<ScanReport>>;
  /** Hash several files off the main thread; one result each, in order. A file that changed while read: `still-changing`. */
  hash(
    folder: string,
    files: readonly ScannedFile[],
    onBytes?: (bytes: number) => void,
    signal?: AbortSignal,
  ): Promise<readonly Result<HashedFile>[]>;
  /** Fingerprint now, or null where nothing is there. */
  stat(folder: string, path: RelPath): Promise<Result<ScannedFile | null>>;
  openUpload(folder: string, file: ScannedFile): Promise<Result<UploadSource>>;
  /** The same for several small files (at most 1 MiB each) in one go; one result each, in order. */
  openUploads(folder: string, files: readonly ScannedFile[]): Promise<readonly Result<UploadSource>[]>;
  /** The first bytes of a file, to guess what it is. */
  readHead(folder: string, path: RelPath, bytes: number): Promise<Result<Uint8Array>>;
  /**
   * `folder-missing` without the marker. `path` is what failures call the file; `place` decides where it goes. A file of
   * a `size` that is known and not large may be held in memory until `place`; what is wrong with the folder is then found
   * by `place`.
   */
  openDownload(
    folder: string,
    id: FileId,
    fingerprint: RemoteFingerprint,
    path: string,
    size?: number | null,
  ): Promise<Result<DownloadSink>>;
  /**
   * Rename inside the folder, so that it survives a power cut; the target must be free (a change of case or of spelling
   * alone is allowed; of the folders on the way as far as the system lets us: the path that is returned is as they are
   * spelt).
   */
  move(folder: string, from: LocalFile, to: RelPath): Promise<Result<LocalFile>>;
  /** Survives a power cut. */
  trash(folder: string, file: LocalFile): Promise<Result<void>>;
  /**
   * Unlink a copy that is in step with the service: the only unlink of a user's file. With `toTrash` it goes to the trash
   * instead.
   */
  free(folder: string, file: LocalFile, toTrash?: boolean): Promise<Result<void>>;
  /** Remove the folders above a path that became empty; category folders stay. */
  pruneEmptyFolders(folder: string, path: RelPath): Promise<void>;
  /** Newest first; with `path` what was kept of that file alone. */
  listTrash(folder: string, path?: RelPath): Promise<Result<readonly TrashEntry[]>>;
  /** Put back where it was; a name beside it where something else lies there now. Returns the path. */
  restore(folder: string, entryId: string): Promise<Result<RelPath>>;
  /** Drop trash and partial downloads older than the given epoch milliseconds, as far as the disk and the signal let us. */
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
