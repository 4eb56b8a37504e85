import { pathKey, type PathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { isBelow } from './here.ts';
import { fitsRecord } from './implied-path.ts';
import { aliasPath } from './local-names.ts';
import type { Policy } from './policy.ts';
import { vouchesFor } from './there.ts';
import type { LocalFile, RemoteFile } from './trees.ts';

/** Files of no agreement, by place. */
type Unclaimed = ReadonlyMap<PathKey, LocalFile>;

/**
 * The file that is a record's without an agreement: under its alias, which names the record (a fetch that was killed, or
 * a mirror that was lost, leaves it there), else where its maker keeps it, else in the record's place.
 */
export function lyingHere(unclaimed: Unclaimed, remote: RemoteFile, path: RelPath): LocalFile | undefined {
  if (unclaimed.size === 0) return undefined;
  const at = (place: RelPath): LocalFile | undefined => unclaimed.get(pathKey(place));
  return (
    at(aliasPath(path, remote.id, 0)) ??
    at(aliasPath(path, remote.id, 1)) ??
    asItsMakerKeepsIt(unclaimed, remote, path) ??
    at(path)
  );
}

/**
 * May it lie where its maker keeps it, in a folder that could not be read? Then nothing is said of it, as of one whose own
 * place is there.
 */
export function mayLieUnseen(
  remote: RemoteFile,
  implied: RelPath,
  { unreadable }: Pick<Policy, 'unreadable'>,
): boolean {
  const noted = notedElsewhere(remote, implied);
  return noted !== null && isBelow(noted, unreadable);
}

/**
 * Nothing may ever be put there by a record's word, so only a file that was found there counts, and only one with the very
 * bytes of the record; until it is read, one that may have them.
 */
function asItsMakerKeepsIt(
  unclaimed: Unclaimed,
  remote: RemoteFile,
  implied: RelPath,
): LocalFile | undefined {
  const noted = notedElsewhere(remote, implied);
  const local = noted === null ? undefined : unclaimed.get(pathKey(noted));
  if (local === undefined) return undefined;
  const bytes = { size: local.size, hash: local.hash ?? remote.facts.sha256 };
  return vouchesFor(remote, bytes, null) ? local : undefined;
}

/**
 * The noted place as it stands, where another is implied because not every system could hold it: a backslash in the name,
 * forty folders. Null where the record says otherwise by now.
 */
function notedElsewhere(remote: RemoteFile, implied: RelPath): RelPath | null {
  const { path } = remote.facts;
  return path !== null && path !== implied && fitsRecord(path, remote) ? path : null;
}
