import type { Failure, Result } from '../../../../shared/failure.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedFile, ScannedFolder, ScanReport, ScanScope } from '../../../sync/ports/disk.ts';
import type { Fingerprint } from '../fingerprint.ts';

export interface ScanJob {
  readonly kind: 'scan';
  readonly folder: string;
  readonly ignore: readonly string[];
  readonly scope: ScanScope | null;
  /** Folders to be looked at for a drive at them. */
  readonly drives: readonly string[];
  /** Versions of folders, by the NFC form of their paths: of those that have theirs no files are sent. */
  readonly known: ReadonlyMap<string, string>;
}

/** Hashes of files, by their absolute paths. */
export interface HashJob {
  readonly kind: 'hash';
  readonly files: readonly (Fingerprint & { readonly full: string })[];
}

/** Hashes and bytes of small files in a site's folder; the way to each is looked at too. */
export interface OpenJob {
  readonly kind: 'open';
  readonly folder: string;
  readonly files: readonly ScannedFile[];
  /** Memory that both threads see: each file goes behind the one before it, as its size says. */
  readonly into: Uint8Array<SharedArrayBuffer>;
}

/** The next piece of a file that is read in order, by one thread. */
export interface PieceJob {
  readonly kind: 'piece';
  /** Which of the files that are read so. */
  readonly reading: number;
  readonly descriptor: number;
  readonly at: number;
  /** Memory that both threads see. */
  readonly into: Uint8Array<SharedArrayBuffer>;
  /** Where the file ends. */
  readonly end: number;
}

/** The next piece of a file that is written in order, for the hash of the whole. */
export interface HashPieceJob {
  readonly kind: 'hash-piece';
  /** Which of the files that are hashed so. */
  readonly reading: number;
  readonly at: number;
  /** Memory that both threads see. */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** The hash of all so far is wanted. */
  readonly digest: boolean;
}

/** The hash of bytes that are at hand. */
export interface DigestJob {
  readonly kind: 'digest';
  /** Memory that both threads see. */
  readonly bytes: Uint8Array;
}

/** No more of it is wanted. */
export interface ForgetJob {
  readonly kind: 'forget';
  readonly reading: number;
}

/** Downloads to be placed. */
export interface PlaceJob {
  readonly kind: 'place';
  readonly folder: string;
  /** Folders with drives of their own, which have to be there. */
  readonly drives: readonly string[];
  readonly files: readonly FileToPlace[];
}

export interface FileToPlace {
  readonly target: RelPath;
  /** Name of its temporary file. */
  readonly part: string;
  /** To be written; null: they are in the temporary file, and flushed. */
  readonly bytes: Uint8Array | null;
  readonly replaces: ScannedFile | null;
  /** Epoch ms; null: now. */
  readonly mtimeMs: number | null;
}

export type Job = ScanJob | HashJob | OpenJob | PieceJob | HashPieceJob | DigestJob | ForgetJob | PlaceJob;

/** Files of a scan, packed so that they cross to the main thread without a copy of each. */
export interface PackedFiles {
  /** Joined by NUL, which no path holds. */
  readonly paths: string;
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly mtimes: BigInt64Array<ArrayBuffer>;
  readonly inos: BigInt64Array<ArrayBuffer>;
}

/** What a scan came by since the last batch; a folder comes with the last of its files, or after it. */
export interface ScanBatch {
  readonly files: PackedFiles | null;
  readonly folders: readonly ScannedFolder[];
}

export type HashReply =
  | { readonly kind: 'hash'; readonly hash: string }
  /** Not the file that was asked for. */
  | { readonly kind: 'changed' }
  /** Written to while it was read. */
  | { readonly kind: 'changing' }
  /** A link on the way, no such folder, or a path that leads out of it. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'error'; readonly code: string };

export type PieceReply =
  /** `hash`: of the whole file, with its last piece. */
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
