import { pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { FileId } from '../../shared/model/ids.ts';
import type { Policy } from './policy.ts';
import type { BaseFile, LocalFile, Trees } from './trees.ts';

/** What became on this disk of a file that was in step. */
export type Here =
  | { readonly kind: 'same'; readonly local: LocalFile }
  /** Another fingerprint over the same bytes. */
  | { readonly kind: 'touched'; readonly local: LocalFile }
  | { readonly kind: 'changed'; readonly local: LocalFile }
  /** Same bytes and inode under another path. */
  | { readonly kind: 'moved'; readonly local: LocalFile }
  | { readonly kind: 'gone' }
  /** Only its hash can tell. */
  | { readonly kind: 'unhashed'; readonly local: LocalFile; readonly why: 'touched' | 'maybe-moved' }
  /** Another agreement, about a record that came after it, has its file: this one is void. */
  | { readonly kind: 'displaced' }
  /** Ignored, or below a folder that could not be read. */
  | { readonly kind: 'unjudged' };

export interface LocalSide {
  readonly of: (base: BaseFile) => Here;
  /** Files that belong to no agreement, in the order of their paths. */
  readonly unclaimed: ReadonlyMap<PathKey, LocalFile>;
}

export function sameFingerprint(
  a: Omit<LocalFile, 'path' | 'hash'>,
  b: Omit<LocalFile, 'path' | 'hash'>,
): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}

/** Compares the local tree with the base: by path first, then what is gone by inode, size and hash (rule 10). */
export function observeLocal(trees: Trees, policy: Policy): LocalSide {
  const unclaimed = new Map<PathKey, LocalFile>();
  for (const [key, local] of trees.local) if (isJudged(local.path, policy)) unclaimed.set(key, local);
  const here = new Map<FileId, Here>();
  const missing: BaseFile[] = [];
  const claimed = new Set<PathKey>();
  for (const base of inOrderOfClaim(trees)) {
    const key = pathKey(base.path);
    const local = unclaimed.get(key);
    if (!isJudged(base.path, policy)) {
      here.set(base.id, { kind: 'unjudged' });
    } else if (claimed.has(key)) {
      here.set(base.id, { kind: 'displaced' });
    } else if (local === undefined) {
      missing.push(base);
    } else {
      unclaimed.delete(key);
      here.set(base.id, compare(base, local));
    }
    claimed.add(key);
  }
  findMoves(missing, unclaimed, here);
  spareUnseen(missing, trees, policy, here);
  return { unclaimed, of: (base) => here.get(base.id) ?? { kind: 'gone' } };
}

/** May anything be said about this path? Not where it is ignored, or the scan could not look. */
export function isJudged(path: RelPath, policy: Policy): boolean {
  return !policy.ignored(path) && !isBelow(path, policy.unreadable);
}

/**
 * Two agreements may name one path: a file was edited here and deleted there, and the reply to its new record was
 * lost. Its file then belongs to the record that is there, and of two to the younger one.
 */
function inOrderOfClaim(trees: Trees): readonly BaseFile[] {
  const claim = (base: BaseFile): string => trees.remote.get(base.id)?.createdAt ?? '';
  const all = [...trees.base.values()];
  const places = new Set(all.map((base) => pathKey(base.path)));
  if (places.size === all.length) return all;
  return all.sort((a, b) => (claim(a) < claim(b) ? 1 : claim(a) > claim(b) ? -1 : 0));
}

function compare(base: BaseFile, local: LocalFile): Here {
  if (sameFingerprint(base, local)) {
    // Read again now and then: the bytes may have changed without the fingerprint.
    const differs = local.hash !== null && local.hash !== base.hash;
    return { kind: differs ? 'changed' : 'same', local };
  }
  if (local.hash === null) return { kind: 'unhashed', local, why: 'touched' };
  return { kind: local.hash === base.hash ? 'touched' : 'changed', local };
}

/** A missing file and an unclaimed one with its inode, size and hash are one file that was moved. */
function findMoves(
  missing: readonly BaseFile[],
  unclaimed: Map<PathKey, LocalFile>,
  here: Map<FileId, Here>,
): void {
  if (missing.length === 0) return;
  const byInode = new Map<bigint, LocalFile[]>();
  for (const local of unclaimed.values()) {
    if (local.ino === 0n) continue;
    const twins = byInode.get(local.ino);
    if (twins === undefined) byInode.set(local.ino, [local]);
    else twins.push(local);
  }
  for (const base of missing) {
    const twins = byInode.get(base.ino) ?? [];
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

/** A file that was moved into a folder which cannot be read now is not gone: nothing is said of it until it can. */
function spareUnseen(
  missing: readonly BaseFile[],
  trees: Trees,
  policy: Policy,
  here: Map<FileId, Here>,
): void {
  if (policy.unreadable.length === 0) return;
  const unseen = new Set<string>();
  for (const local of trees.local.values())
    if (isBelow(local.path, policy.unreadable)) unseen.add(likeness(local));
  for (const base of missing)
    if (unseen.has(likeness(base)) && !here.has(base.id)) here.set(base.id, { kind: 'unjudged' });
}

/** Alike in this, two files may be one. */
function likeness({ ino, size }: Pick<LocalFile, 'ino' | 'size'>): string {
  return `${ino} ${size}`;
}

function isBelow(path: RelPath, folders: readonly string[]): boolean {
  return folders.some((folder) => folder === '' || path.startsWith(`${folder}/`));
}
