import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { foldKey } from '../names/local-names.ts';
import { isJudged, type Policy } from '../policy.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';
import { findEdited, findMoves, findRespelt, findUnderPlainName, findWhereRecordIs } from './elsewhere.ts';
import type { Here } from './here.ts';
import { compareByPath, findReplaced } from './in-place.ts';
import { Matches } from './matches.ts';
import { isAnythingUnseen, leavers, spareMovedAway, spareUnseen } from './out-of-sight.ts';
import { NotedBytesIndex } from './noted-bytes.ts';
import { tradedPlaces, type Unplaced } from './traded-places.ts';

export interface LocalSide {
  readonly of: (base: BaseFile) => Here;
  /** Files without an agreement, in the order of their paths. The caller removes those that a record claims. */
  readonly unclaimed: Map<PathKey, LocalFile>;
}

/**
 * Compares the local tree with the base. Files are matched by path first; what does not lie in its place is looked for
 * by inode, size and hash (rule 10), then by name.
 *
 * Each step asks one question, and notes in `matches` what it found. So the order matters: the surest evidence comes
 * first. The `spare…` steps keep a file from counting as new or deleted while the proof is not read yet or lies where we
 * cannot look.
 */
export function observeLocal(trees: Trees, policy: Policy): LocalSide {
  const matches = new Matches();
  const { here, unclaimed } = matches;
  for (const [key, local] of trees.local) if (isJudged(local.path, policy)) unclaimed.set(key, local);
  // Is the file in its place the agreed one?
  const unplaced = compareByPath(trees, policy, matches);
  // May a file come from a folder that cannot be read?
  const mayHaveLeft = leavers(trees, policy);
  if (policy.unreadable.length > 0) spareMovedAway(unplaced, trees, mayHaveLeft, matches);
  // Does it lie where its record says by now, and another one in its place?
  const unfound = findWhereRecordIs(unplaced, trees, policy, mayHaveLeft, matches);
  // Did files trade places?
  const noted = new NotedBytesIndex(policy.notedBytes);
  const missing = findTraded(unfound, trees, policy, { noted, mayHaveLeft }, matches);
  // Does it lie elsewhere, as it was agreed on? If it was moved out of an ignored place it still belongs to its record.
  findMoves(missing, matches);
  const ignored = [...trees.base.values()].filter(({ path }) => policy.ignored(path));
  findMoves(ignored, matches);
  // Does it lie anywhere with bytes that were noted for its record?
  const asked = findByNotedBytes(missing, noted, matches);
  // May it lie in a folder that cannot be read?
  spareUnseen(missing, trees, policy, matches);
  // Was its place ignored, and is another file there now?
  const seen = findReplaced(missing, policy, matches);
  // Does it lie elsewhere, edited, or in its place under another spelling, or without the mark of its alias?
  findEdited(seen, policy, matches);
  findUnderPlainName(seen, matches);
  if (policy.ignoresCase) findRespelt(seen, matches);
  // May it be a file that has to be read first?
  spareAsked(missing, asked, policy, matches);
  return { unclaimed, of: (base) => here.get(base.id) ?? { kind: 'gone' } };
}

/** Finds files that took each other's places. Returns the agreements that are still missing their file. */
function findTraded(
  unplaced: Unplaced,
  trees: Trees,
  policy: Policy,
  known: { readonly noted: NotedBytesIndex; readonly mayHaveLeft: (local: LocalFile) => boolean },
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

/**
 * A new file is a missing one if it has bytes that were noted for it (see `NotedBytes`). Files that might have such
 * bytes must be read first, and do not count as new until then. Returns those files.
 */
function findByNotedBytes(
  missing: readonly BaseFile[],
  noted: NotedBytesIndex,
  matches: Matches,
): ReadonlySet<LocalFile> {
  if (noted.isEmpty) return new Set();
  const { here, unclaimed } = matches;
  const waiting = [...here.values()].flatMap((each) => (each.kind === 'unread' ? each.locals : []));
  const asked = new Set(waiting);
  for (const [base, found] of noted.filesOf(
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
