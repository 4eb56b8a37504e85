import { hasCome } from './due.ts';
import type { LocalFile } from '../trees.ts';

/** How often some files of a site are read again, ms. */
export const REHASH_EVERY = 60 * 60 * 1000;
/**
 * How much is read again at a time. At this rate 10 GB and 70,000 files are read once in a month of eight-hour days,
 * and a share keeps one core busy for only a moment.
 */
export const REHASH_FILES = 300;
export const REHASH_BYTES = 64 * 1024 * 1024;

/** Is it time to read some files again? `last`: when that was last done. Both are epoch ms. */
export function isRehashDue(last: number, now: number): boolean {
  return hasCome(last + REHASH_EVERY, now, REHASH_EVERY);
}

/**
 * Takes from the files whose hashes are `oldest`, in that order, as many as fit into a share: at least one, however
 * large it is.
 */
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
