import type { BigIntStats } from 'node:fs';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../sync/ports/disk.ts';

/** Size, modification time and inode: what a file is known by until it is read. */
export interface Fingerprint {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

/** Inodes are unsigned 64 bits on disk and signed in SQLite and typed arrays: everywhere the signed form is used. */
export function fingerprintOf(stats: BigIntStats): Fingerprint {
  return { size: Number(stats.size), mtimeNs: stats.mtimeNs, ino: BigInt.asIntN(64, stats.ino) };
}

export function scannedFile(path: RelPath, stats: BigIntStats): ScannedFile {
  return { path, ...fingerprintOf(stats) };
}
