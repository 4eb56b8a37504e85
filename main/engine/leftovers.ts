import type { FileId } from '../../shared/model/ids.ts';
import { pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
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
