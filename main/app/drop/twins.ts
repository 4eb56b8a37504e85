import type { ContentHash } from '../../../shared/model/ids.ts';
import type { DropFile } from './drop-file.ts';

/** The most that is read to find files that were dropped more than once, bytes: a person waits for it. */
const READ_AT_MOST = 2_000_000_000;
/** To open a file takes a browser as long as to read this many bytes of it. */
const TO_OPEN = 2_000_000;

/** The sizes, in bytes, that several dropped files have. */
export interface SizesOfSeveral {
  readonly all: ReadonlySet<number>;
  /** Those to tell apart by their bytes. */
  readonly compared: ReadonlySet<number>;
}

/**
 * The sizes that several dropped files have, which only their bytes tell apart; compared are the smallest first, up to
 * `READ_AT_MOST` in all. Photos and sheets of one size are nearly always copies, so that few are read. Every empty file is
 * like every other: that says nothing.
 */
export function sizesOfSeveral(files: readonly DropFile[]): SizesOfSeveral {
  const counts = new Map<number, number>();
  for (const { size } of files) counts.set(size, (counts.get(size) ?? 0) + 1);
  const several = [...counts].filter(([size, count]) => size > 0 && count > 1).toSorted(([a], [b]) => a - b);
  const compared = new Set<number>();
  let bytes = 0;
  for (const [size, count] of several) {
    bytes += (size + TO_OPEN) * count;
    if (bytes > READ_AT_MOST) break;
    compared.add(size);
  }
  return { all: new Set(several.map(([size]) => size)), compared };
}

interface Hashed {
  readonly index: number;
  readonly path: string;
  readonly hash: ContentHash | null;
}

/** For each file whose bytes an earlier one of the drop has too: the path of that one, by index. */
export function twinsOf(files: readonly Hashed[]): ReadonlyMap<number, string> {
  const first = new Map<ContentHash, string>();
  const twins = new Map<number, string>();
  for (const { index, path, hash } of files.toSorted((a, b) => a.index - b.index)) {
    if (hash === null) continue;
    const before = first.get(hash);
    if (before === undefined) first.set(hash, path);
    else twins.set(index, before);
  }
  return twins;
}
