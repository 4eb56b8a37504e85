import type { RemoteFingerprint } from '../../shared/model/ids.ts';
import type { LocalFile } from './trees.ts';

/** No record has this fingerprint, so the next plan looks at what became of it. */
export const UNKNOWN = '' as RemoteFingerprint;

export function sameFingerprint(
  a: Omit<LocalFile, 'path' | 'hash'>,
  b: Omit<LocalFile, 'path' | 'hash'>,
): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}
