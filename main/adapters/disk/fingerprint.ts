import type { BigIntStats } from 'node:fs';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../sync/ports/disk.ts';

/** Size, modification time and inode: what a file is known by until it is read. */
export interface Fingerprint {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

/**
 * Inodes are unsigned 64 bits on disk and signed in SQLite and typed arrays, and nanoseconds of times after 2262 need more
 * than that: everywhere what is left of them in 64 bits with a sign is used (see `timeOfMtime`).
 */
export function fingerprintOf({
  size,
  mtimeNs,
  ino,
}: Pick<BigIntStats, 'size' | 'mtimeNs' | 'ino'>): Fingerprint {
  return { size: Number(size), mtimeNs: BigInt.asIntN(64, mtimeNs), ino: BigInt.asIntN(64, ino) };
}

export function scannedFile(path: RelPath, stats: BigIntStats): ScannedFile {
  return { path, ...fingerprintOf(stats) };
}

/** No more than this crosses to the worker: files come from trees that know more of them. */
export function seenOf({ path, size, mtimeNs, ino }: ScannedFile): ScannedFile {
  return { path, size, mtimeNs, ino };
}
