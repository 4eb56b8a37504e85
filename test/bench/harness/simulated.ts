import { hash } from 'node:crypto';
import { parseContentHash, type ContentHash } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../../main/sync/ports/disk.ts';

/** Path of the n-th file of a site of any size, with a hundred files in a folder. */
export function simulatedPath(n: number): RelPath {
  return `Other/folder ${Math.floor(n / 100)}/file ${n}.bin` as RelPath;
}

/** The n-th file as a scan would report it. It does not exist. */
export function simulatedFile(n: number): ScannedFile {
  return {
    path: simulatedPath(n),
    size: 1024,
    mtimeNs: 1_700_000_000_000_000_000n + BigInt(n),
    ino: BigInt(n + 1),
  };
}

export function contentHashOf(n: number): ContentHash {
  const value = parseContentHash(hash('sha256', simulatedPath(n), 'hex'));
  if (value === null) throw new Error('SHA-256 gave no hash');
  return value;
}
