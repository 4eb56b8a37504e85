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

/**
 * Can a file here get this time, ms since 1970, so that it is read again as it was written? True from 1901 to 2486: what 64
 * bits of nanoseconds hold as they are read here.
 */
export function isTimeOfFile(ms: number): boolean {
  if (!Number.isFinite(ms)) return false;
  const ns = BigInt(Math.trunc(ms)) * 1_000_000n;
  return ns >= EARLIEST && ns < EARLIEST + 2n ** 64n;
}

/** When a file was changed, in ms since 1970, rounded down also before 1970. */
export function timeOfMtime(mtimeNs: bigint): number {
  const ns = mtimeNs < EARLIEST ? BigInt.asUintN(64, mtimeNs) : mtimeNs;
  const ms = Number(ns / 1_000_000n);
  return ns < 0n && ns % 1_000_000n !== 0n ? ms - 1 : ms;
}
