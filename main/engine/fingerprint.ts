import type { LocalFile } from './trees.ts';

export function sameFingerprint(
  a: Omit<LocalFile, 'path' | 'hash'>,
  b: Omit<LocalFile, 'path' | 'hash'>,
): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}
