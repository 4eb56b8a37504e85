import { hasCome } from './due.ts';
import type { LocalFile } from '../trees.ts';

/** How often some files of a site are read again, ms. */
export const REHASH_EVERY = 60 * 60 * 1000;
/**
 * What is read again at a time: 10 GB and 70,000 files come round in a month of eight-hour days, and an hour's share
 * is a moment's work of one core.
 */
export const REHASH_FILES = 300;
export const REHASH_BYTES = 64 * 1024 * 1024;

/** `last`: when it was done, epoch ms as `now`. */
export function isRehashDue(last: number, now: number): boolean {
  return hasCome(last + REHASH_EVERY, now, REHASH_EVERY);
}

/** Of the files whose hash is the oldest, in that order: as many as fit, and the first in any case, however large. */
export function shareToRehash(oldest: readonly LocalFile[]): readonly LocalFile[] {
  let bytes = 0;
  const share: LocalFile[] = [];
  for (const file of oldest) {
    bytes += file.size;
    if (share.length >= REHASH_FILES || (share.length > 0 && bytes > REHASH_BYTES)) break;
    share.push(file);
  }
  return share;
}
