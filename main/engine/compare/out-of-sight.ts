import { isBelow, pathKey } from '../../../shared/model/rel-path.ts';
import type { Policy } from '../policy.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';
import { isEditElsewhere } from './edit-elsewhere.ts';
import type { Matches } from './matches.ts';
import type { Unplaced } from './traded-places.ts';

// Folders that cannot be read now: what is missing may lie in them, and what is new may come from them.

/**
 * May a missing file lie in a folder that could not be read? A folder that forbids reading only counts if we know files
 * in it, or if it may be a folder of known files that was renamed: people do not move files into folders that they may
 * not read.
 */
export function isAnythingUnseen({ local }: Trees, { unlisted, forbidden, hidesFiles }: Policy): boolean {
  if (unlisted.length > 0 || hidesFiles) return true;
  return forbidden.length > 0 && [...local.values()].some(({ path }) => isBelow(path, forbidden));
}

/** Tells which files may have been moved out of a folder that cannot be read now. */
export function leavers({ base }: Trees, { unreadable }: Policy): (local: LocalFile) => boolean {
  if (unreadable.length === 0) return () => false;
  const unseen = [...base.values()].filter(({ ino, path }) => ino !== 0n && isBelow(path, unreadable));
  const byInode = Map.groupBy(unseen, ({ ino }) => ino);
  return (local) =>
    byInode.get(local.ino)?.some((each) => each.size === local.size || isEditElsewhere(each, local)) === true;
}

/**
 * A file that may come from a folder that cannot be read now is neither new nor an edit of the file whose place it
 * took. Sent as either, it would end up in another record, and its own would be deleted once the folder can be read.
 */
export function spareMovedAway(
  { missing }: Unplaced,
  trees: Trees,
  mayHaveLeft: (local: LocalFile) => boolean,
  { here, unclaimed }: Matches,
): void {
  for (const [key, local] of unclaimed) if (mayHaveLeft(local)) unclaimed.delete(key);
  for (const { id, path } of missing) {
    // An agreement whose place has a file, and which is missing all the same, was ignored until now.
    const local = trees.local.get(pathKey(path));
    if (local !== undefined && mayHaveLeft(local)) here.set(id, { kind: 'unjudged' });
  }
}

/**
 * A missing file may have been moved into a folder that cannot be read now: then it does not count as gone. Nor is a
 * file new that may be it, moved on from there and edited.
 */
export function spareUnseen(
  missing: readonly BaseFile[],
  trees: Trees,
  policy: Policy,
  { here, unclaimed }: Matches,
): void {
  if (policy.unreadable.length === 0) return;
  const unseen = new Set<string>();
  const sizes = new Set<number>();
  const bytesOf = Map.groupBy(policy.notedBytes, ({ id }) => id);
  for (const local of trees.local.values()) {
    if (!isBelow(local.path, policy.unreadable)) continue;
    unseen.add(likeness(local));
    sizes.add(local.size);
  }
  const spared = missing.filter(({ id, ...base }) => {
    if (here.has(id)) return false;
    const notedBytes = bytesOf.get(id) ?? [];
    return unseen.has(likeness(base)) || notedBytes.some(({ size }) => sizes.has(size));
  });
  for (const { id } of spared) here.set(id, { kind: 'unjudged' });
  const byInode = Map.groupBy(spared, ({ ino }) => ino);
  for (const [key, local] of unclaimed) {
    const mayBe = (base: BaseFile): boolean => base.ino !== 0n && isEditElsewhere(base, local);
    if (byInode.get(local.ino)?.some(mayBe) === true) unclaimed.delete(key);
  }
}

/** Two files may be one and the same only if they are alike in this. */
function likeness({ ino, size }: Pick<LocalFile, 'ino' | 'size'>): string {
  return `${ino} ${size}`;
}
