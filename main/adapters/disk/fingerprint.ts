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
 * Inodes are unsigned 64-bit numbers on the disk, but signed in SQLite and in typed arrays; and nanoseconds of times
 * after 2262 need more than 64 bits. So everywhere the lower 64 bits are used, signed (see `timeOfMtime`).
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

/** Only these fields cross to the worker: files of the trees have more. */
export function seenOf({ path, size, mtimeNs, ino }: ScannedFile): ScannedFile {
  return { path, size, mtimeNs, ino };
}
