import type { ScanReport } from '../../sync/ports/disk.ts';

export interface ScanJob {
  readonly kind: 'scan';
  readonly folder: string;
  readonly ignore: readonly string[];
  readonly below: readonly string[] | null;
}

export interface ReadJob {
  readonly kind: 'read';
  readonly wantBytes: boolean;
  readonly files: readonly {
    readonly full: string;
    readonly size: number;
    readonly mtimeNs: bigint;
    readonly ino: bigint;
  }[];
}

export interface WorkerRequest {
  readonly id: number;
  readonly job: ScanJob | ReadJob;
}

/** Files of a scan, packed so that they cross to the main thread without a copy of each. */
export interface PackedFiles {
  /** Joined by NUL, which no path holds. */
  readonly paths: string;
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly mtimes: BigInt64Array<ArrayBuffer>;
  readonly inos: BigInt64Array<ArrayBuffer>;
}

export type HashReply =
  | { readonly kind: 'hash'; readonly hash: string; readonly bytes: Uint8Array | null }
  /** Not the file that was asked for. */
  | { readonly kind: 'changed' }
  /** Written to while it was read. */
  | { readonly kind: 'changing' }
  | { readonly kind: 'error'; readonly code: string };

/** `missing` says what is wrong with the folder, `blocked` with which code `.siteignore` could not be read. */
export type WalkReport = ScanReport | { readonly missing: string } | { readonly blocked: string };

export type WorkerReply =
  | { readonly id: number; readonly kind: 'batch'; readonly batch: PackedFiles }
  | { readonly id: number; readonly kind: 'scanned'; readonly report: WalkReport }
  | { readonly id: number; readonly kind: 'read'; readonly replies: readonly HashReply[] }
  | { readonly id: number; readonly kind: 'bug'; readonly message: string };
