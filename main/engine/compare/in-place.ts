import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { isJudged, type Policy } from '../policy.ts';
import type { BaseFile, LocalFile, Trees } from '../trees.ts';
import { sameFingerprint } from './fingerprint.ts';
import type { Here } from './here.ts';
import type { Matches } from './matches.ts';
import type { Unplaced } from './traded-places.ts';

// The file that lies in the place of an agreement: is it the agreed one, edited or not?

/** Matches each agreement with the file in its place. */
export function compareByPath(trees: Trees, policy: Policy, matches: Matches): Unplaced {
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

/**
 * A file that lies in a place which was ignored for a while is treated as a new file that meets the record. Sent as an
 * edit, it could overwrite the only copy of a file that was removed here meanwhile.
 *
 * Returns the missing ones whose places were never ignored: only for these are edited files looked for elsewhere.
 */
export function findReplaced(
  missing: readonly BaseFile[],
  policy: Policy,
  matches: Matches,
): readonly BaseFile[] {
  const wasIgnored = new Set(missing.filter(({ path }) => policy.wasIgnored(path)));
  for (const base of wasIgnored) {
    const local = matches.unclaimed.get(pathKey(base.path));
    if (local !== undefined && !matches.here.has(base.id)) matches.claim(base, local, 'replaced');
  }
  return missing.filter((base) => !wasIgnored.has(base));
}
