import type { FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { sameFingerprint } from './fingerprint.ts';
import type { FoundByNotedBytes, NotedBytesIndex } from './noted-bytes.ts';
import type { BaseFile, LocalFile } from '../trees.ts';

/** The agreements whose files did not lie in their places when both were compared by path. */
export interface Unplaced {
  /** Nothing lies there. */
  readonly missing: readonly BaseFile[];
  /** A file with another inode lies there. */
  readonly covered: readonly { readonly base: BaseFile; readonly local: LocalFile }[];
  /** Another agreement has the file that lies there. */
  readonly displaced: readonly BaseFile[];
}

/** What became of the file of an agreement, and the files that therefore belong to nobody else. */
export interface Traded {
  readonly here: TradedHere;
  readonly files: readonly LocalFile[];
}

type TradedHere =
  | FoundByNotedBytes
  /** Its file, or another of the same chain, may lie where nobody could look. */
  | { readonly kind: 'unseen'; readonly local: LocalFile }
  | { readonly kind: 'unhashed'; readonly local: LocalFile; readonly why: 'maybe-moved' }
  /** Another file of the same chain has no hash yet, or may come from a folder that cannot be read. */
  | { readonly kind: 'unjudged' };

/**
 * Finds files that took each other's places: two names swapped, three in a ring, photos that each got the next number.
 * Compared by path alone, each of them would look like a new version of another one's record.
 *
 * Programs that save a file do the same: the new file takes the place of the old one, which becomes the backup, over
 * the last backup. There the path is right. So files only count as a chain if it is known, for each place that was
 * taken, whose file lies there and where its own file went: either a ring, or a row that leads from a place which is
 * empty now to one that was free. A move changes neither bytes nor times, so each file must be just as it was agreed
 * on. The one exception: it has newer bytes that we were placing over a file of the chain (`noted`), whose inode
 * went with the old bytes. While files that may have such bytes are not read yet, nothing is decided about those whose
 * places they took.
 *
 * `isThere`: the service still has the record. A record that is gone cannot be renamed, so its chain counts as broken.
 * Otherwise the chain would be given up only after other files were fetched to its places, and those would then belong
 * to no record.
 *
 * `mayBeUnseen`: a folder could not be listed, and a file whose place was taken may have been moved into it. Its chain
 * waits. So does a program's save over its last backup, as long as that folder cannot be read.
 *
 * `mayHaveLeft`: this file may come from a folder that cannot be read. Then the file whose place it took was not
 * edited, and may have been moved too: nothing is decided about it and its chain.
 */
export function tradedPlaces(
  { missing, covered, displaced }: Unplaced,
  unclaimed: ReadonlyMap<PathKey, LocalFile>,
  {
    noted,
    isThere,
    mayBeUnseen,
    mayHaveLeft,
  }: {
    readonly noted: NotedBytesIndex;
    readonly isThere: (base: BaseFile) => boolean;
    readonly mayBeUnseen: boolean;
    readonly mayHaveLeft: (local: LocalFile) => boolean;
  },
): ReadonlyMap<FileId, Traded> {
  if (covered.length + displaced.length === 0) return new Map();
  // Files that lie in the place of another one come first: a copy that a person made may lie anywhere.
  const files = [...covered.map(({ local }) => local), ...unclaimed.values()];
  const bases = [...missing, ...displaced, ...covered.map(({ base }) => base)];
  const found = onlyMatches(bases, files);
  const { versions, maybe } = addByNotedBytes(
    [...withoutMoved(missing, files, noted), ...displaced, ...covered.map(({ base }) => base)],
    files,
    found,
    noted,
  );
  const chains = new Chains(
    covered.map(({ base }) => base),
    found,
  );
  const inMaybe = [...maybe].flatMap(([base, locals]) => [
    base,
    ...locals.flatMap((each) => chains.coveredBy(each)),
  ]);
  const entered = covered.filter(({ local }) => mayHaveLeft(local)).map(({ base }) => base);
  const unsure = chains.linkedTo([...inMaybe, ...entered]);
  const unseen = mayBeUnseen ? chains.nowhere() : new Map<BaseFile, BaseFile>();
  const waiting = chains.linkedTo([...unseen.values()]);
  const isBroken = (base: BaseFile): boolean => chains.isOpenAt(base) || !isThere(base);
  const broken = chains.linkedTo([...found.keys()].filter(isBroken));
  for (const base of broken) if (!waiting.has(base) && !unsure.has(base)) found.delete(base);
  const unread = chains.linkedTo([...found].filter(([, { hash }]) => hash === null).map(([base]) => base));
  const judge = (base: BaseFile, local: LocalFile): TradedHere => {
    if (waiting.has(base)) return { kind: 'unseen', local };
    if (local.hash === null) return { kind: 'unhashed', local, why: 'maybe-moved' };
    // If one of the chain turns out to be another file, none of them was moved.
    if (unread.has(base) || unsure.has(base)) return { kind: 'unjudged' };
    const version = versions.get(base);
    return version === undefined ? { kind: 'moved', local } : { kind: 'placed', local, version };
  };
  const traded = new Map<FileId, Traded>();
  for (const base of unsure) traded.set(base.id, { here: { kind: 'unjudged' }, files: [] });
  for (const [base, local] of found) traded.set(base.id, { here: judge(base, local), files: [local] });
  for (const [base, locals] of maybe)
    traded.set(base.id, { here: { kind: 'unread', locals }, files: locals });
  for (const [base, over] of unseen) {
    const local = maybe.has(base) ? undefined : found.get(over);
    if (local !== undefined) traded.set(base.id, { here: { kind: 'unseen', local }, files: [local] });
  }
  return traded;
}

/**
 * Leaves out missing files whose inode and size are still there: they were moved and not replaced, even if their time
 * is another.
 */
function withoutMoved(
  missing: readonly BaseFile[],
  files: readonly LocalFile[],
  noted: NotedBytesIndex,
): readonly BaseFile[] {
  if (noted.isEmpty) return missing;
  const inodes = new Set(missing.map(({ ino }) => ino));
  const likely = new Set(files.filter(({ ino }) => inodes.has(ino)).map(({ ino, size }) => `${ino} ${size}`));
  return missing.filter(({ ino, size }) => !likely.has(`${ino} ${size}`));
}

/**
 * Adds the files that have bytes noted for their records to `found`. `versions`: the version of the record that has
 * these bytes, if it is not the agreed one. `maybe`: files that have to be read first, by the agreements that they may
 * belong to; each is named once.
 */
function addByNotedBytes(
  bases: readonly BaseFile[],
  files: readonly LocalFile[],
  found: Map<BaseFile, LocalFile>,
  noted: NotedBytesIndex,
): {
  readonly versions: ReadonlyMap<BaseFile, RemoteFingerprint>;
  readonly maybe: ReadonlyMap<BaseFile, readonly LocalFile[]>;
} {
  const versions = new Map<BaseFile, RemoteFingerprint>();
  const maybe = new Map<BaseFile, readonly LocalFile[]>();
  if (noted.isEmpty) return { versions, maybe };
  const taken = new Set(found.values());
  const byBytes = noted.filesOf(
    bases.filter((base) => !found.has(base)),
    files.filter((local) => !taken.has(local)),
    new Set(),
  );
  for (const [base, each] of byBytes) {
    if (each.kind === 'unread') maybe.set(base, each.locals);
    else found.set(base, each.local);
    if (each.kind === 'placed') versions.set(base, each.version);
  }
  return { versions, maybe };
}

/**
 * For each agreement, the file that has its inode and is just as agreed on. One inode under several names proves
 * nothing, and neither do several agreements that fit one file. An agreement that does not fit is about a deleted file
 * whose inode was used again.
 */
function onlyMatches(bases: readonly BaseFile[], files: readonly LocalFile[]): Map<BaseFile, LocalFile> {
  const byInode = Map.groupBy(files, ({ ino }) => ino);
  const found = new Map<BaseFile, LocalFile>();
  for (const [ino, agreed] of Map.groupBy(bases, (each) => each.ino)) {
    const [local, ...twins] = byInode.get(ino) ?? [];
    if (ino === 0n || local === undefined || twins.length > 0) continue;
    const [base, ...rivals] = agreed.filter((each) => isAsAgreed(each, local));
    if (base !== undefined && rivals.length === 0) found.set(base, local);
  }
  return found;
}

function isAsAgreed(base: BaseFile, local: LocalFile): boolean {
  return sameFingerprint(base, local) && (local.hash ?? base.hash) === base.hash;
}

/** Which file lies in whose place. */
class Chains {
  readonly #found: ReadonlyMap<BaseFile, LocalFile>;
  readonly #coveredAt: ReadonlyMap<PathKey, BaseFile>;
  readonly #cameTo: ReadonlyMap<PathKey, BaseFile>;

  constructor(covered: readonly BaseFile[], found: ReadonlyMap<BaseFile, LocalFile>) {
    this.#found = new Map(found);
    this.#coveredAt = new Map(covered.map((base) => [pathKey(base.path), base]));
    this.#cameTo = new Map([...found].map(([base, local]) => [pathKey(local.path), base]));
  }

  /** The agreement in whose place this file lies: none or one. */
  coveredBy({ path }: LocalFile): readonly BaseFile[] {
    const base = this.#coveredAt.get(pathKey(path));
    return base === undefined ? [] : [base];
  }

  /**
   * Is the chain broken here? It is if nobody knows whose file lies in its place, or where the file went whose place it
   * took.
   */
  isOpenAt(base: BaseFile): boolean {
    const { over, under } = this.#beside(base);
    return over === null || (under !== null && !this.#found.has(under));
  }

  /** Agreements whose files were not found, each with the one whose file lies in its place. */
  nowhere(): ReadonlyMap<BaseFile, BaseFile> {
    const nowhere = new Map<BaseFile, BaseFile>();
    for (const base of this.#found.keys()) {
      const { under } = this.#beside(base);
      if (under !== null && !this.#found.has(under)) nowhere.set(under, base);
    }
    return nowhere;
  }

  /** These, and all others of their chains. */
  linkedTo(some: readonly BaseFile[]): ReadonlySet<BaseFile> {
    const linked = new Set<BaseFile>();
    const toFollow = [...some];
    for (let base = toFollow.pop(); base !== undefined; base = toFollow.pop()) {
      if (linked.has(base)) continue;
      linked.add(base);
      const { over, under } = this.#beside(base);
      for (const next of [over, under])
        if (next !== undefined && next !== null && this.#found.has(next)) toFollow.push(next);
    }
    return linked;
  }

  /**
   * `over`: the agreement whose file lies in the place of this one; null if that is not known, undefined if no other
   * file lies there. `under`: the agreement in whose place this one's file lies; null if that place was free.
   */
  #beside(base: BaseFile): { readonly over: BaseFile | null | undefined; readonly under: BaseFile | null } {
    const place = pathKey(base.path);
    const isCovered = this.#coveredAt.get(place) === base;
    const local = this.#found.get(base);
    return {
      over: isCovered ? (this.#cameTo.get(place) ?? null) : undefined,
      under: local === undefined ? null : (this.#coveredAt.get(pathKey(local.path)) ?? null),
    };
  }
}
