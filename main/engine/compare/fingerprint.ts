import type { RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { BaseFile, LocalFile } from '../trees.ts';

/** No record has this fingerprint, so the next plan looks at what became of it. */
export const UNKNOWN = '' as RemoteFingerprint;

export function sameFingerprint(
  a: Omit<LocalFile, 'path' | 'hash'>,
  b: Omit<LocalFile, 'path' | 'hash'>,
): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}

/** Does the file still hold the agreed bytes? If it was not read since, its fingerprint (size, time, inode) answers. */
export function holdsAgreed(file: LocalFile, agreed: BaseFile): boolean {
  return file.hash === null ? sameFingerprint(file, agreed) : file.hash === agreed.hash;
}

/**
 * Nanoseconds since 1970. No real file is older: a time before this one is after 2262 and has overflowed 64 signed
 * bits.
 */
const EARLIEST = -(2n ** 31n) * 1_000_000_000n;

/** When a file was changed, in ms since 1970. */
export function timeOfMtime(mtimeNs: bigint): number {
  const ns = mtimeNs < EARLIEST ? BigInt.asUintN(64, mtimeNs) : mtimeNs;
  return Number(ns / 1_000_000n);
}
