import type { FileId } from '../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { isConflictCopy } from './conflict-name.ts';
import { sameFingerprint } from './here.ts';
import { aliasPath } from './local-names.ts';
import type { LocalFile } from './trees.ts';

/** Files of no agreement, by place. */
type Unclaimed = ReadonlyMap<PathKey, LocalFile>;

/**
 * The file that is a record's without an agreement: under its alias, which names the record (a fetch that was killed, or
 * a mirror that was lost, leaves it there), else in the record's place.
 */
export function lyingHere(unclaimed: Unclaimed, id: FileId, path: RelPath): LocalFile | undefined {
  if (unclaimed.size === 0) return undefined;
  const places = [aliasPath(path, id, 0), aliasPath(path, id, 1), path];
  const place = places.find((each) => unclaimed.has(pathKey(each)));
  return place === undefined ? undefined : unclaimed.get(pathKey(place));
}

/** The file itself under the name that it is to get: a move that was killed between its two steps left it under both. */
export function secondNameOf(unclaimed: Unclaimed, file: LocalFile, to: RelPath): LocalFile | undefined {
  const there = unclaimed.get(pathKey(to));
  return there !== undefined && file.ino !== 0n && sameFingerprint(there, file) ? there : undefined;
}

/** The conflict copy that was begun of a file: it has both names, since the move to the copy was killed half-way. */
export function begunCopyOf(unclaimed: Unclaimed, file: LocalFile): LocalFile | undefined {
  if (file.ino === 0n) return undefined;
  for (const other of unclaimed.values())
    if (sameFingerprint(other, file) && isConflictCopy(other.path)) return other;
  return undefined;
}
