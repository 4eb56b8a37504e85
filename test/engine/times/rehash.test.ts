import { describe, expect, it } from 'vitest';
import {
  isRehashDue,
  REHASH_BYTES,
  REHASH_EVERY,
  REHASH_FILES,
  shareToRehash,
} from '../../../main/engine/times/rehash.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { ContentHash } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const file = (size: number, index: number): LocalFile => ({
  path: `Other/${index}` as RelPath,
  size,
  mtimeNs: 1n,
  ino: BigInt(index),
  hash: '0'.repeat(64) as ContentHash,
});
const MB = 1024 * 1024;

describe('shareToRehash', () => {
  it.each([
    ['nothing of nothing', [], 0],
    ['all where it is little', [1, 2, 3], 3],
    ['what fits', [REHASH_BYTES - MB, MB, 1], 2],
    [
      'no more after the first that does not fit, so that it comes first the next time',
      [MB, REHASH_BYTES, 1],
      1,
    ],
    ['a file larger than the share, alone', [REHASH_BYTES * 100, 1], 1],
    ['so many files', Array.from({ length: REHASH_FILES + 1 }, () => 0), REHASH_FILES],
  ])('takes %s', (_what, sizes, taken) => {
    const oldest = sizes.map(file);
    expect(shareToRehash(oldest)).toEqual(oldest.slice(0, taken));
  });
});

describe('isRehashDue', () => {
  it.each([
    ['just read', 0, false],
    ['almost an hour ago', REHASH_EVERY - 1, false],
    ['an hour ago', REHASH_EVERY, true],
    ['in the future: the clock was set back', -1, true],
  ])('%s', (_what, age, due) => {
    expect(isRehashDue(5_000_000_000 - age, 5_000_000_000)).toBe(due);
  });
});
