import {
  baseName,
  folderOf,
  isBelow,
  pathKey,
  type PathKey,
  type RelPath,
} from '../../../shared/model/rel-path.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { sameFingerprint } from './fingerprint.ts';
import { foldKey } from '../names/local-names.ts';
import { isJudged, type Policy } from '../policy.ts';
import { ignoresCase } from '../names/same-place.ts';
import { Placings, type Placed } from './placed.ts';
import { tradedPlaces, type Unplaced } from './traded-places.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';

/** What became on this disk of a file that was in step. */
export type Here =
  | { readonly kind: 'same'; readonly local: LocalFile }
  /** Another fingerprint over the same bytes. */
  | { readonly kind: 'touched'; readonly local: LocalFile }
  | { readonly kind: 'changed'; readonly local: LocalFile }
  /** Same bytes and inode under another path. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  /** Newer bytes under the same inode and name in another folder; or in its place, spelt in another case. */
  | { readonly kind: 'moved-changed'; readonly local: LocalFile }
  /** Recognised by noted bytes. `placed`: moved here, then replaced by this newer version before that was agreed on. */
  | Placed
  | { readonly kind: 'gone' }
  /** Nobody looked at its place while it was ignored, and other bytes lie there now. */
  | { readonly kind: 'replaced'; readonly local: LocalFile }
  /** Only its hash can tell. */
  | { readonly kind: 'unhashed'; readonly local: LocalFile; readonly why: 'touched' | 'maybe-moved' }
  /** Another agreement names the same path and has the file: this one is void. */
  | { readonly kind: 'displaced' }
  /**
   * One of several files that seem to have traded places, one of which may lie in a folder that could not be read. `local`:
   * its own file, or if that was not found, the one in its place.
   */
  | { readonly kind: 'unseen'; readonly local: LocalFile }
  /** Nothing is said yet: its place is ignored or could not be read, or a file that it depends on has no hash yet. */
  | { readonly kind: 'unjudged' };

export interface LocalSide {
  readonly of: (base: BaseFile) => Here;
  /** Files that belong to no agreement, in the order of their paths; whoever asked takes out what a record claims. */
  readonly unclaimed: Map<PathKey, LocalFile>;
}

/**
 * Compares the local tree with the base: by path first, then what does not lie in its place by inode, size and hash (rule
 * 10), or name.
 *
 * Each step writes its findings to `here` and takes the files that it matched out of `unclaimed`, so the surest evidence
 * comes first. The `spare…` steps keep a file from counting as new or deleted while the proof is unread or out of sight.
 */
export function observeLocal(trees: Trees, policy: Policy): LocalSide {
  const unclaimed = new Map<PathKey, LocalFile>();
  for (const [key, local] of trees.local) if (isJudged(local.path, policy)) unclaimed.set(key, local);
  const here = new Map<FileId, Here>();
  const ignored = [...trees.base.values()].filter(({ path }) => policy.ignored(path));
  const unplaced = compareByPath(trees, policy, unclaimed, here);
  const mayHaveLeft = leavers(trees, policy);
  if (policy.unreadable.length > 0) spareMovedAway(unplaced, trees, mayHaveLeft, unclaimed, here);
  const placings = new Placings(policy.knownBytes);
  const missing = findTraded(unplaced, trees, policy, { placings, mayHaveLeft }, unclaimed, here);
  findMoves(missing, unclaimed, here);
  // Moved to where it is not ignored, a file is its record's still.
  findMoves(ignored, unclaimed, here);
  const asked = findPlaced(missing, unclaimed, placings, here);
  spareUnseen(missing, trees, policy, here);
  const seen = findReplaced(missing, policy, unclaimed, here);
  findEdited(seen, unclaimed, here);
  if (ignoresCase(policy.platform)) findRespelt(seen, unclaimed, here);
  spareAsked(missing, asked, policy, here);
  return { unclaimed, of: (base) => here.get(base.id) ?? { kind: 'gone' } };
}

/** Takes files out of `unclaimed` that lie in the place of an agreement. */
function compareByPath(
  trees: Trees,
  policy: Policy,
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): Unplaced {
  const missing: BaseFile[] = [];
  const covered: { base: BaseFile; local: LocalFile }[] = [];
  const displaced: BaseFile[] = [];
  const claimed = new Set<PathKey>();
  for (const base of inOrderOfClaim(trees)) {
    const key = pathKey(base.path);
    const local = unclaimed.get(key);
    const compared = local === undefined ? null : compare(base, local);
    if (!isJudged(base.path, policy)) {
      here.set(base.id, { kind: 'unjudged' });
    } else if (claimed.has(key)) {
      here.set(base.id, { kind: 'displaced' });
      displaced.push(base);
    } else if (local === undefined || compared === null || mayBeAnother(base, compared, policy)) {
      missing.push(base);
    } else {
      unclaimed.delete(key);
      here.set(base.id, compared);
      if (local.ino !== base.ino) covered.push({ base, local });
    }
    claimed.add(key);
  }
  return { missing, covered, displaced };
}

/**
 * Two agreements may name one path. Its file belongs to the one whose fingerprint it has: two files traded places, and only
 * one of the moves was sent so far. Else (a file was edited here and deleted there, and the reply to its new record was
 * lost) it belongs to the one whose record still exists, and of two such to the younger.
 */
function inOrderOfClaim(trees: Trees): readonly BaseFile[] {
  const all = [...trees.base.values()];
  const places = new Set(all.map((base) => pathKey(base.path)));
  if (places.size === all.length) return all;
  const claim = (base: BaseFile): string => {
    const local = trees.local.get(pathKey(base.path));
    const fits = local !== undefined && sameFingerprint(base, local);
    return `${fits ? 1 : 0} ${trees.remote.get(base.id)?.createdAt ?? ''}`;
  };
  const claims = new Map(all.map((base) => [base, claim(base)]));
  const of = (base: BaseFile): string => claims.get(base) ?? '';
  return all.sort((a, b) => (of(a) < of(b) ? 1 : of(a) > of(b) ? -1 : 0));
}

type ByPath = Extract<Here, { kind: 'same' | 'touched' | 'changed' | 'unhashed' }>;

function compare(base: BaseFile, local: LocalFile): ByPath {
  if (sameFingerprint(base, local)) {
    // Read again now and then: the bytes may have changed without the fingerprint.
    const differs = local.hash !== null && local.hash !== base.hash;
    return { kind: differs ? 'changed' : 'same', local };
  }
  if (local.hash === null) return { kind: 'unhashed', local, why: 'touched' };
  return { kind: local.hash === base.hash ? 'touched' : 'changed', local };
}

/**
 * While a place was ignored its file may have been removed, and another one put there. An inode would not tell: ext4 gives
 * that of a deleted file to the next one. So only the bytes say that it is the same.
 */
function mayBeAnother(base: BaseFile, { kind, local }: ByPath, policy: Policy): boolean {
  const isUnlike = kind === 'changed' || (kind === 'unhashed' && local.ino !== base.ino);
  return isUnlike && policy.wasIgnored(base.path);
}

/** Files that took each other's places. Returns what is missing still. */
function findTraded(
  unplaced: Unplaced,
  trees: Trees,
  policy: Policy,
  known: { readonly placings: Placings; readonly mayHaveLeft: (local: LocalFile) => boolean },
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): readonly BaseFile[] {
  const traded = tradedPlaces(unplaced, unclaimed, {
    ...known,
    isThere: ({ id }) => trees.remote.has(id),
    mayBeUnseen: isAnythingUnseen(trees, policy),
  });
  for (const [id, { here: judged, files }] of traded) {
    for (const { path } of files) unclaimed.delete(pathKey(path));
    here.set(id, judged);
  }
  return unplaced.missing.filter(({ id }) => !traded.has(id));
}

/**
 * May a missing file lie in a folder that could not be read? Nobody moves files into a folder that they may not read, so a
 * forbidden one only counts if files are known in it.
 */
function isAnythingUnseen({ local }: Trees, { unlisted, forbidden }: Policy): boolean {
  if (unlisted.length > 0) return true;
  return forbidden.length > 0 && [...local.values()].some(({ path }) => isBelow(path, forbidden));
}

/** A missing file and an unclaimed one with its inode, size and hash are one file that was moved. */
function findMoves(
  missing: readonly BaseFile[],
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): void {
  if (missing.length === 0) return;
  const byInode = Map.groupBy(unclaimed.values(), ({ ino }) => ino);
  for (const base of missing) {
    const twins = twinsOf(base, byInode);
    const fits = (local: LocalFile): boolean =>
      local.size === base.size &&
      unclaimed.has(pathKey(local.path)) &&
      (local.hash ?? base.hash) === base.hash;
    const local = twins.find((twin) => twin.hash !== null && fits(twin)) ?? twins.find(fits);
    if (local === undefined) continue;
    unclaimed.delete(pathKey(local.path));
    here.set(
      base.id,
      local.hash === null ? { kind: 'unhashed', local, why: 'maybe-moved' } : { kind: 'moved', local },
    );
  }
}

/** Files with its inode; none where the file system has none. */
function twinsOf<T>({ ino }: BaseFile, byInode: ReadonlyMap<bigint, readonly T[]>): readonly T[] {
  return ino === 0n ? [] : (byInode.get(ino) ?? []);
}

/**
 * A file in a place that was ignored meets the record as a new file does, unless it was moved there: sent as an edit, it
 * might overwrite the only copy of a file that was removed here. Returns the missing ones whose places were never ignored:
 * only for these are edited files looked for elsewhere.
 */
function findReplaced(
  missing: readonly BaseFile[],
  policy: Policy,
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): readonly BaseFile[] {
  const wasIgnored = new Set(missing.filter(({ path }) => policy.wasIgnored(path)));
  for (const base of wasIgnored) {
    const local = unclaimed.get(pathKey(base.path));
    if (local === undefined || here.has(base.id)) continue;
    unclaimed.delete(pathKey(local.path));
    here.set(
      base.id,
      local.hash === null ? { kind: 'unhashed', local, why: 'touched' } : { kind: 'replaced', local },
    );
  }
  return missing.filter((base) => !wasIgnored.has(base));
}

/**
 * A missing file and a new one with its inode and name, in another folder and of a later time, are one: its folder was
 * renamed and it was edited there. As two, its record would go, and with it all that others noted in it.
 *
 * Without its bytes an inode alone proves nothing: ext4 gives that of a deleted file to the next one. So a file that was
 * renamed itself and edited stays two. What is left: a person deletes a file and makes another of its name in another
 * folder, which gets its inode, between two looks. It is then a newer version of it, as in the same folder.
 */
function findEdited(
  missing: readonly BaseFile[],
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): void {
  const gone = missing.filter(({ id }) => !here.has(id));
  if (gone.length === 0) return;
  const byInode = Map.groupBy(unclaimed.values(), ({ ino }) => ino);
  const goneByInode = Map.groupBy(gone, ({ ino }) => ino);
  for (const base of gone) {
    const [local, ...others] = twinsOf(base, byInode);
    // Several names of one file, or several agreements about it: any of them may be meant.
    const isOneOfSeveral = others.length > 0 || twinsOf(base, goneByInode).length > 1;
    if (local === undefined || isOneOfSeveral || !isEditElsewhere(base, local)) continue;
    unclaimed.delete(pathKey(local.path));
    here.set(
      base.id,
      local.hash === null
        ? { kind: 'unhashed', local, why: 'maybe-moved' }
        : { kind: 'moved-changed', local },
    );
  }
}

/**
 * On a disk that ignores case, a file whose path differs from a missing one's in case alone is a version of it, as one of
 * exactly that path would be: it was saved over it in another spelling, or put in its place.
 */
function findRespelt(
  missing: readonly BaseFile[],
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): void {
  const gone = missing.filter(({ id }) => !here.has(id));
  if (gone.length === 0 || unclaimed.size === 0) return;
  const byPlace = Map.groupBy(unclaimed.values(), ({ path }) => foldKey(path));
  const goneByPlace = Map.groupBy(gone, ({ path }) => foldKey(path));
  for (const [place, [base, ...rivals]] of goneByPlace) {
    const [local, ...others] = byPlace.get(place) ?? [];
    if (base === undefined || local === undefined || rivals.length + others.length > 0) continue;
    unclaimed.delete(pathKey(local.path));
    if (local.hash === null) here.set(base.id, { kind: 'unhashed', local, why: 'maybe-moved' });
    else here.set(base.id, { kind: local.hash === base.hash ? 'moved' : 'moved-changed', local });
  }
}

function isEditElsewhere(base: BaseFile, local: LocalFile): boolean {
  return (
    local.mtimeNs > base.mtimeNs &&
    pathKey(baseName(local.path) as RelPath) === pathKey(baseName(base.path) as RelPath) &&
    pathKey(folderOf(local.path) as RelPath) !== pathKey(folderOf(base.path) as RelPath)
  );
}

/**
 * A new file with bytes that were noted for a missing one (see `KnownBytes`) is that file. Those that may have such bytes
 * have to be read first; until then none of them is taken for a new file. Returns these.
 */
function findPlaced(
  missing: readonly BaseFile[],
  unclaimed: Map<PathKey, LocalFile>,
  placings: Placings,
  here: Map<FileId, Here>,
): ReadonlySet<LocalFile> {
  if (placings.areNone) return new Set();
  const waiting = [...here.values()].flatMap((each) => (each.kind === 'unread' ? each.locals : []));
  const asked = new Set(waiting);
  const left = missing.filter(({ id }) => !here.has(id));
  for (const [base, found] of placings.of(left, [...waiting, ...unclaimed.values()], asked)) {
    here.set(base.id, found);
    if (found.kind !== 'unread') unclaimed.delete(pathKey(found.local.path));
  }
  for (const { path } of asked) unclaimed.delete(pathKey(path));
  return asked;
}

/**
 * `asked`: files that have to be read first. A missing file with the inode of one of them, or with its path in another case,
 * may turn out to be that one, moved and edited. So it does not count as gone before they were read.
 */
function spareAsked(
  missing: readonly BaseFile[],
  asked: ReadonlySet<LocalFile>,
  { platform }: Policy,
  here: Map<FileId, Here>,
): void {
  if (asked.size === 0) return;
  const inodes = new Set([...asked].map(({ ino }) => ino).filter((ino) => ino !== 0n));
  const places = new Set(ignoresCase(platform) ? [...asked].map(({ path }) => foldKey(path)) : []);
  for (const { id, ino, path } of missing)
    if (!here.has(id) && (inodes.has(ino) || places.has(foldKey(path)))) here.set(id, { kind: 'unjudged' });
}

/** A missing file may have been moved into a folder that cannot be read now: then it does not count as gone. */
function spareUnseen(
  missing: readonly BaseFile[],
  trees: Trees,
  policy: Policy,
  here: Map<FileId, Here>,
): void {
  if (policy.unreadable.length === 0) return;
  const unseen = new Set<string>();
  const sizes = new Set<number>();
  const bytesOf = Map.groupBy(policy.knownBytes, ({ id }) => id);
  for (const local of trees.local.values()) {
    if (!isBelow(local.path, policy.unreadable)) continue;
    unseen.add(likeness(local));
    sizes.add(local.size);
  }
  for (const base of missing) {
    const knownBytes = bytesOf.get(base.id) ?? [];
    const mayBeThere = unseen.has(likeness(base)) || knownBytes.some(({ size }) => sizes.has(size));
    if (mayBeThere && !here.has(base.id)) here.set(base.id, { kind: 'unjudged' });
  }
}

/** Tells which files may have been moved out of a folder that cannot be read now. */
function leavers({ base }: Trees, { unreadable }: Policy): (local: LocalFile) => boolean {
  if (unreadable.length === 0) return () => false;
  const unseen = [...base.values()].filter(({ ino, path }) => ino !== 0n && isBelow(path, unreadable));
  const byInode = Map.groupBy(unseen, ({ ino }) => ino);
  return (local) =>
    byInode.get(local.ino)?.some((each) => each.size === local.size || isEditElsewhere(each, local)) === true;
}

/**
 * A file that may come from a folder that cannot be read now counts neither as new nor as an edit of the file whose place it
 * has: sent as either, it would end up in another record, and its own would be deleted once the folder can be read.
 */
function spareMovedAway(
  { missing }: Unplaced,
  trees: Trees,
  mayHaveLeft: (local: LocalFile) => boolean,
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): void {
  for (const [key, local] of unclaimed) if (mayHaveLeft(local)) unclaimed.delete(key);
  for (const { id, path } of missing) {
    // What is missing, and has a file in its place, was ignored until now.
    const local = trees.local.get(pathKey(path));
    if (local !== undefined && mayHaveLeft(local)) here.set(id, { kind: 'unjudged' });
  }
}

/** Alike in this, two files may be one. */
function likeness({ ino, size }: Pick<LocalFile, 'ino' | 'size'>): string {
  return `${ino} ${size}`;
}
