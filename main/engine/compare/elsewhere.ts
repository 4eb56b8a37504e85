import { pathKey } from '../../../shared/model/rel-path.ts';
import { impliedPath } from '../names/implied-path.ts';
import { foldKey, plainPath } from '../names/local-names.ts';
import type { Policy } from '../policy.ts';
import type { BaseFile, LocalFile, OpenUpdate, Trees } from '../trees.ts';
import { isEditElsewhere } from './edit-elsewhere.ts';
import type { Matches } from './matches.ts';
import type { Unplaced } from './traded-places.ts';

// A file that does not lie in its place: is it one of those that lie elsewhere, edited or not?

/**
 * Another file lies in the agreed place, and the agreed one where its record says by now that it lies: an update had sent that
 * move, and the process ended before that was agreed on, or somebody moved both sides alike. Taken for the next version, the
 * other file would go to the record's new place, and the agreed one would become a second record of its own bytes.
 *
 * The inode tells which file it is, and the record where; so it may be edited, and have another name. `mayHaveLeft`: see
 * `leavers`. Returns the others.
 */
export function findWhereRecordIs(
  unplaced: Unplaced,
  trees: Trees,
  { platform }: Policy,
  mayHaveLeft: (local: LocalFile) => boolean,
  matches: Matches,
): Unplaced {
  const { unclaimed } = matches;
  const isElsewhere = ({ base, local }: Unplaced['covered'][number]): boolean => {
    const record = trees.remote.get(base.id);
    const implied = record === undefined ? base.impliedPath : impliedPath(record, platform);
    const own = implied === base.impliedPath ? undefined : unclaimed.get(pathKey(implied));
    if (base.ino === 0n || own?.ino !== base.ino) return false;
    matches.claim(base, own, own.hash === base.hash ? 'moved' : 'moved-changed');
    if (!mayHaveLeft(local)) unclaimed.set(pathKey(local.path), local);
    return true;
  };
  const covered = unplaced.covered.filter((each) => !isElsewhere(each));
  return covered.length === unplaced.covered.length ? unplaced : { ...unplaced, covered };
}

/**
 * A missing file and an unclaimed one with its inode, size and hash are one file that was moved. Where several may be it, none
 * counts as new before they were read: a person may have moved it twice, and only the place where it lies now was looked at
 * since the second time.
 */
export function findMoves(missing: readonly BaseFile[], matches: Matches): void {
  const { unclaimed } = matches;
  if (missing.length === 0) return;
  const byInode = Map.groupBy(unclaimed.values(), ({ ino }) => ino);
  for (const base of missing) {
    const twins = twinsOf(base, byInode);
    const fits = (local: LocalFile): boolean =>
      local.size === base.size &&
      unclaimed.has(pathKey(local.path)) &&
      (local.hash ?? base.hash) === base.hash;
    const alike = twins.filter(fits);
    const local = alike.find(({ hash }) => hash !== null) ?? alike[0];
    if (local === undefined) continue;
    if (local.hash === null && alike.length > 1) matches.ask(base, alike);
    else matches.claim(base, local, 'moved');
  }
}

/** The files with this inode. On file systems without inodes (all 0) there are none. */
function twinsOf<T>({ ino }: BaseFile, byInode: ReadonlyMap<bigint, readonly T[]>): readonly T[] {
  return ino === 0n ? [] : (byInode.get(ino) ?? []);
}

/**
 * A missing file and a new one in another folder are the same file if inode and name are equal and the new one is
 * later: its folder was renamed, and it was edited there. Taken as two, the record would be deleted with all that
 * others noted in it.
 *
 * The inode alone proves nothing without the bytes: ext4 gives the inode of a deleted file to the next new one. So a
 * file that was both renamed and edited counts as two. One case stays wrong: a person deletes a file and makes another
 * of the same name in another folder, which gets its inode, between two looks. It then counts as a newer version, as it
 * would in the same folder.
 *
 * What was sent as such a version stays one if a program sets its time back while the answer is missing.
 */
export function findEdited(missing: readonly BaseFile[], { openUpdates }: Policy, matches: Matches): void {
  const gone = matches.undecided(missing);
  if (gone.length === 0) return;
  const byInode = Map.groupBy(matches.unclaimed.values(), ({ ino }) => ino);
  const goneByInode = Map.groupBy(gone, ({ ino }) => ino);
  for (const base of gone) {
    const [local, ...others] = twinsOf(base, byInode);
    // If one file has several names, or several agreements fit it, any of them may be meant.
    const isOneOfSeveral = others.length > 0 || twinsOf(base, goneByInode).length > 1;
    if (local === undefined || isOneOfSeveral) continue;
    if (!isEditElsewhere(base, local) && !openUpdates.some((sent) => isAsSent(base, local, sent))) continue;
    matches.claim(base, local, 'moved-changed');
  }
}

/** Is the file still as it was sent as the next version of this record, in the place that it had then? */
function isAsSent({ id, remote }: BaseFile, local: LocalFile, sent: OpenUpdate): boolean {
  const isOfThis = sent.id === id && sent.replaces === remote;
  const lies = sent.path !== null && pathKey(sent.path) === pathKey(local.path);
  return isOfThis && lies && sent.size === local.size && sent.hash === (local.hash ?? sent.hash);
}

/**
 * On a disk that ignores case, a new file whose path differs from a missing one's only in case is the next version of
 * it, just as if the paths were equal: it was saved in another spelling.
 */
export function findRespelt(missing: readonly BaseFile[], matches: Matches): void {
  const gone = matches.undecided(missing);
  if (gone.length === 0 || matches.unclaimed.size === 0) return;
  const byPlace = Map.groupBy(matches.unclaimed.values(), ({ path }) => foldKey(path));
  const goneByPlace = Map.groupBy(gone, ({ path }) => foldKey(path));
  for (const [place, [base, ...rivals]] of goneByPlace) {
    const [local, ...others] = byPlace.get(place) ?? [];
    if (base === undefined || local === undefined || rivals.length + others.length > 0) continue;
    matches.claim(base, local, local.hash === base.hash ? 'moved' : 'moved-changed');
  }
}

/**
 * A new file under the plain name of a missing one that was agreed on under its alias is the next version of it. While names
 * are exchanged, one record bears its alias, under which no file ever lay (see `orderRenames`): the names may be exchanged
 * back before the rest is sent, and the file saved anew.
 */
export function findUnderPlainName(missing: readonly BaseFile[], matches: Matches): void {
  for (const base of matches.undecided(missing)) {
    const plain = plainPath(base.path, base.id);
    const local = plain === null ? undefined : matches.unclaimed.get(pathKey(plain));
    if (local !== undefined) matches.claim(base, local, local.hash === base.hash ? 'moved' : 'moved-changed');
  }
}
