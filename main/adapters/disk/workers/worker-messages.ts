import type { Failure, Result } from '../../../../shared/failure.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedFile, ScannedFolder, ScanReport, ScanScope } from '../../../sync/ports/disk.ts';
import type { Fingerprint } from '../fingerprint.ts';

export interface ScanJob {
  readonly kind: 'scan';
  readonly folder: string;
  readonly ignore: readonly string[];
  readonly scope: ScanScope | null;
  /** Folders at which to look for a drive. */
  readonly drives: readonly string[];
  /**
   * Known versions of folders, by the NFC form of their paths. If a folder still has its version, its files are not
   * sent.
   */
  readonly known: ReadonlyMap<string, string>;
}

/** Hash these files, given by absolute path. */
export interface HashJob {
  readonly kind: 'hash';
  readonly files: readonly (Fingerprint & { readonly full: string })[];
}

/** Read and hash small files in a site's folder. The way to each is checked too. */
export interface OpenJob {
  readonly kind: 'open';
  readonly folder: string;
  readonly files: readonly ScannedFile[];
  /** Memory that both threads share: the files follow each other in it, by their sizes. */
  readonly into: Uint8Array<SharedArrayBuffer>;
}

/** The next piece of a file that is read in order, by one thread. */
export interface PieceJob {
  readonly kind: 'piece';
  /** Which of the files that are read in pieces. */
  readonly reading: number;
  readonly descriptor: number;
  readonly at: number;
  /** Memory that both threads share. */
  readonly into: Uint8Array<SharedArrayBuffer>;
  /** Where the file ends. */
  readonly end: number;
}

/** The next piece of a file that is written in order, for the hash of the whole. */
export interface HashPieceJob {
  readonly kind: 'hash-piece';
  /** Which of the files that are written in pieces. */
  readonly reading: number;
  readonly at: number;
  /** Memory that both threads share. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Is the hash of all so far wanted? */
  readonly digest: boolean;
}

/** Hash these bytes. */
export interface DigestJob {
  readonly kind: 'digest';
  /** Memory that both threads share. */
  readonly bytes: Uint8Array;
}

/** Nothing more of this file will be asked for. */
export interface ForgetJob {
  readonly kind: 'forget';
  readonly reading: number;
}

/** Give downloads their places. */
export interface PlaceJob {
  readonly kind: 'place';
  readonly folder: string;
  /** Folders with drives of their own, which have to be plugged in. */
  readonly drives: readonly string[];
  /** The least that the folder's marker may have: see `WrittenEditions`. */
  readonly edition: number | null;
  readonly files: readonly FileToPlace[];
}

export interface FileToPlace {
  readonly target: RelPath;
  /** Name of its temporary file. */
  readonly part: string;
  /** The bytes to write; null if they are in the temporary file already, and flushed. */
  readonly bytes: Uint8Array | null;
  readonly replaces: ScannedFile | null;
  /** Epoch ms; null: now. */
  readonly mtimeMs: number | null;
}

export type Job = ScanJob | HashJob | OpenJob | PieceJob | HashPieceJob | DigestJob | ForgetJob | PlaceJob;

/** Files of a scan, packed so that they cross to the main thread without a copy of each. */
export interface PackedFiles {
  /** Joined by NUL, which no path contains. */
  readonly paths: string;
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly mtimes: BigInt64Array<ArrayBuffer>;
  readonly inos: BigInt64Array<ArrayBuffer>;
}

/** What a scan found since the last batch. A folder comes with the last of its files, or after them. */
export interface ScanBatch {
  readonly files: PackedFiles | null;
  readonly folders: readonly ScannedFolder[];
}

export type HashReply =
  | { readonly kind: 'hash'; readonly hash: string }
  /** It is not the file that was asked for. */
  | { readonly kind: 'changed' }
  /** It was written to while it was read. */
  | { readonly kind: 'changing' }
  /** There is a link on the way, no such folder, or the path leads out of it. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'error'; readonly code: string };

export type PieceReply =
  /** `hash`: of the whole file, given with the last piece. */
  | { readonly kind: 'piece'; readonly count: number; readonly hash: string | null }
  | { readonly kind: 'error'; readonly code: string };

/** `missing` says what is wrong with the folder, `blocked` why `.siteignore` could not be read. */
export type WalkReport = ScanReport | { readonly missing: string } | { readonly blocked: Failure };

export type DiskAnswer =
  | { readonly kind: 'scanned'; readonly report: WalkReport }
  | { readonly kind: 'read'; readonly replies: readonly HashReply[] }
  | { readonly kind: 'pieced'; readonly reply: PieceReply }
  | { readonly kind: 'hashed'; readonly hash: string | null }
  | { readonly kind: 'placed'; readonly results: readonly Result<ScannedFile>[] };
