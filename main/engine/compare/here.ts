import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { isEditElsewhere } from './edit-elsewhere.ts';
import { sameFingerprint } from './fingerprint.ts';
import { isAnythingUnseen, leavers, spareMovedAway, spareUnseen } from './out-of-sight.ts';
import { foldKey } from '../names/local-names.ts';
import { isJudged, type Policy } from '../policy.ts';
import { Placings, type Placed } from './placed.ts';
import { tradedPlaces, type Unplaced } from './traded-places.ts';
import type { BaseFile, LocalFile, OpenUpdate, Trees } from '../trees.ts';

/** What became of a file on this disk since both sides agreed on it. */
export type Here =
  | { readonly kind: 'same'; readonly local: LocalFile }
  /** Another fingerprint over the same bytes. */
  | { readonly kind: 'touched'; readonly local: LocalFile }
  | { readonly kind: 'changed'; readonly local: LocalFile }
  /** Same bytes and inode under another path. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  /**
   * Newer bytes and the same inode: either in another folder under the same name, or in its place with other upper and
   * lower case.
   */
  | { readonly kind: 'moved-changed'; readonly local: LocalFile }
  /**
   * Recognised by bytes that we noted ourselves. `placed`: it was moved here and then replaced by this newer version,
   * and the process ended before that was agreed on.
   */
  | Placed
  | { readonly kind: 'gone' }
  /** Its place was ignored for a while, and other bytes lie there now. */
  | { readonly kind: 'replaced'; readonly local: LocalFile }
  /** Only its hash can tell. */
  | { readonly kind: 'unhashed'; readonly local: LocalFile; readonly why: 'touched' | 'maybe-moved' }
  /** Two agreements name the same path, and the file belongs to the other one. */
  | { readonly kind: 'displaced' }
  /**
   * One of several files that seem to have traded places, while one of them may lie in a folder that could not be read.
   * `local`: its own file; if that was not found, the file that lies in its place.
   */
  | { readonly kind: 'unseen'; readonly local: LocalFile }
  /** Not decided yet: its place is ignored or could not be read, or it depends on a file that has no hash yet. */
  | { readonly kind: 'unjudged' };

/** What was matched so far. */
class Matches {
  /** What became of the file of each agreement that was decided about. */
  readonly here = new Map<FileId, Here>();
  /** Files that belong to no agreement yet, in the order of their paths. */
  readonly unclaimed = new Map<PathKey, LocalFile>();

  /** The file is the one of this agreement, or may be it once it was read; it counts as no new one any more. */
  claim(base: BaseFile, local: LocalFile, kind: 'moved' | 'moved-changed' | 'replaced'): void {
    this.unclaimed.delete(pathKey(local.path));
    const why = kind === 'replaced' ? 'touched' : 'maybe-moved';
    this.here.set(base.id, local.hash === null ? { kind: 'unhashed', local, why } : { kind, local });
  }

  /** The agreements about which nothing was decided yet. */
  undecided(of: readonly BaseFile[]): readonly BaseFile[] {
    return of.filter(({ id }) => !this.here.has(id));
  }
}

export interface LocalSide {
  readonly of: (base: BaseFile) => Here;
  /** Files without an agreement, in the order of their paths. The caller removes those that a record claims. */
  readonly unclaimed: Map<PathKey, LocalFile>;
}

/**
 * Compares the local tree with the base. Files are matched by path first; what does not lie in its place is looked for
 * by inode, size and hash (rule 10), then by name.
 *
 * Each step writes to `matches` what it found. So the order matters: the surest evidence comes first. The `spare…`
 * steps keep a file from counting as new or deleted while the proof is not read yet or lies where we cannot look.
 */
export function observeLocal(trees: Trees, policy: Policy): LocalSide {
  const matches = new Matches();
  const { here, unclaimed } = matches;
  for (const [key, local] of trees.local) if (isJudged(local.path, policy)) unclaimed.set(key, local);
  const ignored = [...trees.base.values()].filter(({ path }) => policy.ignored(path));
  const unplaced = compareByPath(trees, policy, matches);
  const mayHaveLeft = leavers(trees, policy);
  if (policy.unreadable.length > 0) spareMovedAway(unplaced, trees, mayHaveLeft, unclaimed, here);
  const placings = new Placings(policy.knownBytes);
  const missing = findTraded(unplaced, trees, policy, { placings, mayHaveLeft }, matches);
  findMoves(missing, matches);
  // A file that was moved out of an ignored place still belongs to its record.
  findMoves(ignored, matches);
  const asked = findPlaced(missing, placings, matches);
  spareUnseen(missing, trees, policy, unclaimed, here);
  const seen = findReplaced(missing, policy, matches);
  findEdited(seen, policy, matches);
  if (policy.ignoresCase) findRespelt(seen, matches);
  spareAsked(missing, asked, policy, matches);
  return { unclaimed, of: (base) => here.get(base.id) ?? { kind: 'gone' } };
}

/** Matches each agreement with the file in its place. */
function compareByPath(trees: Trees, policy: Policy, matches: Matches): Unplaced {
  const { here, unclaimed } = matches;
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
 * Two agreements may name one path. Then the file belongs to the agreement whose fingerprint it has: two files traded
 * places, and only one of the moves was sent so far. If it has neither, a file was edited here and deleted there, and
 * the reply to the new record was lost. Then it belongs to the agreement whose record still exists; if both do, to the
 * younger record.
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
    // Files are read again now and then: some programs change the bytes and keep size and time.
    const differs = local.hash !== null && local.hash !== base.hash;
    return { kind: differs ? 'changed' : 'same', local };
  }
  if (local.hash === null) return { kind: 'unhashed', local, why: 'touched' };
  return { kind: local.hash === base.hash ? 'touched' : 'changed', local };
}

/**
 * While a place was ignored, its file may have been removed and another one put there. The inode does not tell: ext4
 * gives the inode of a deleted file to the next new one. Only equal bytes prove that it is the same file.
 */
function mayBeAnother(base: BaseFile, { kind, local }: ByPath, policy: Policy): boolean {
  const isUnlike = kind === 'changed' || (kind === 'unhashed' && local.ino !== base.ino);
  return isUnlike && policy.wasIgnored(base.path);
}

/** Finds files that took each other's places. Returns the agreements that are still missing their file. */
function findTraded(
  unplaced: Unplaced,
  trees: Trees,
  policy: Policy,
  known: { readonly placings: Placings; readonly mayHaveLeft: (local: LocalFile) => boolean },
  matches: Matches,
): readonly BaseFile[] {
  const { here, unclaimed } = matches;
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

/** A missing file and an unclaimed one with its inode, size and hash are one file that was moved. */
function findMoves(missing: readonly BaseFile[], matches: Matches): void {
  const { unclaimed } = matches;
  if (missing.length === 0) return;
  const byInode = Map.groupBy(unclaimed.values(), ({ ino }) => ino);
  for (const base of missing) {
    const twins = twinsOf(base, byInode);
    const fits = (local: LocalFile): boolean =>
      local.size === base.size &&
      unclaimed.has(pathKey(local.path)) &&
      (local.hash ?? base.hash) === base.hash;
    const local = twins.find((twin) => twin.hash !== null && fits(twin)) ?? twins.find(fits);
    if (local !== undefined) matches.claim(base, local, 'moved');
  }
}

/** The files with this inode. On file systems without inodes (all 0) there are none. */
function twinsOf<T>({ ino }: BaseFile, byInode: ReadonlyMap<bigint, readonly T[]>): readonly T[] {
  return ino === 0n ? [] : (byInode.get(ino) ?? []);
}

/**
 * A file that lies in a place which was ignored for a while is treated as a new file that meets the record. Sent as an
 * edit, it could overwrite the only copy of a file that was removed here meanwhile.
 *
 * Returns the missing ones whose places were never ignored: only for these are edited files looked for elsewhere.
 */
function findReplaced(missing: readonly BaseFile[], policy: Policy, matches: Matches): readonly BaseFile[] {
  const wasIgnored = new Set(missing.filter(({ path }) => policy.wasIgnored(path)));
  for (const base of wasIgnored) {
    const local = matches.unclaimed.get(pathKey(base.path));
    if (local !== undefined && !matches.here.has(base.id)) matches.claim(base, local, 'replaced');
  }
  return missing.filter((base) => !wasIgnored.has(base));
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
function findEdited(missing: readonly BaseFile[], { openUpdates }: Policy, matches: Matches): void {
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
function findRespelt(missing: readonly BaseFile[], matches: Matches): void {
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
 * A new file is a missing one if it has bytes that were noted for it (see `KnownBytes`). Files that might have such
 * bytes must be read first, and do not count as new until then. Returns those files.
 */
function findPlaced(
  missing: readonly BaseFile[],
  placings: Placings,
  matches: Matches,
): ReadonlySet<LocalFile> {
  if (placings.areNone) return new Set();
  const { here, unclaimed } = matches;
  const waiting = [...here.values()].flatMap((each) => (each.kind === 'unread' ? each.locals : []));
  const asked = new Set(waiting);
  for (const [base, found] of placings.of(
    matches.undecided(missing),
    [...waiting, ...unclaimed.values()],
    asked,
  )) {
    here.set(base.id, found);
    if (found.kind !== 'unread') unclaimed.delete(pathKey(found.local.path));
  }
  for (const { path } of asked) unclaimed.delete(pathKey(path));
  return asked;
}

/**
 * `asked`: files that have to be read first. If a missing file has the inode of one of them, or its path in another
 * case, that one may turn out to be it, moved and edited. So it does not count as gone before they were read.
 */
function spareAsked(
  missing: readonly BaseFile[],
  asked: ReadonlySet<LocalFile>,
  { ignoresCase }: Policy,
  matches: Matches,
): void {
  if (asked.size === 0) return;
  const inodes = new Set([...asked].map(({ ino }) => ino).filter((ino) => ino !== 0n));
  const places = new Set(ignoresCase ? [...asked].map(({ path }) => foldKey(path)) : []);
  for (const { id, ino, path } of matches.undecided(missing))
    if (inodes.has(ino) || places.has(foldKey(path))) matches.here.set(id, { kind: 'unjudged' });
}
