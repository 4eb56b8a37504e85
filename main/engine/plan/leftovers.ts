import { isBelow, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { fitsRecord } from '../names/implied-path.ts';
import { aliasPath } from '../names/local-names.ts';
import type { NewRecord } from './new-records.ts';
import type { OpenCreates } from '../open/open-creates.ts';
import type { Places } from './places.ts';
import type { Policy } from '../policy.ts';
import { vouchesFor } from '../compare/there.ts';
import type { LocalFile, RemoteFile } from '../trees.ts';

/** Files without an agreement, by place. */
type Unclaimed = ReadonlyMap<PathKey, LocalFile>;

/**
 * Finds the file without an agreement that belongs to a new record, even if this disk spells the record's place in
 * another way.
 */
export class Leftovers {
  readonly #unclaimed: Unclaimed;
  readonly #places: Pick<Places, 'spelt' | 'standing'>;
  readonly #open: Pick<OpenCreates, 'has'>;
  readonly #fresh: readonly NewRecord[];
  #named: ReadonlySet<PathKey> | null = null;

  constructor(
    unclaimed: Unclaimed,
    places: Pick<Places, 'spelt' | 'standing'>,
    open: Pick<OpenCreates, 'has'>,
    fresh: readonly NewRecord[],
  ) {
    this.#unclaimed = unclaimed;
    this.#places = places;
    this.#open = open;
    this.#fresh = fresh;
  }

  of(remote: RemoteFile, implied: RelPath): LocalFile | undefined {
    const asStated = lyingHere(this.#unclaimed, remote, implied);
    if (asStated !== undefined || this.#unclaimed.size === 0) return asStated;
    const spelt = this.#places.spelt(implied);
    const inFolder = spelt === implied ? undefined : lyingHere(this.#unclaimed, remote, spelt);
    return inFolder ?? this.#inOtherCase(implied);
  }

  /**
   * The file that lies there in another case, if the disk takes both names for one. If the record were laid beside it,
   * each computer would have its own file under the plain name, and nobody would be told. A file that another new
   * record names exactly belongs to that record. The exception: if the file's own create has no answer yet, that record
   * may be the one it made, and the two creates have crossed.
   */
  #inOtherCase(implied: RelPath): LocalFile | undefined {
    const local = this.#unclaimed.get(pathKey(this.#places.standing(implied)));
    if (local === undefined) return undefined;
    this.#named ??= new Set(this.#fresh.map((each) => pathKey(this.#places.spelt(each.implied))));
    return this.#named.has(pathKey(local.path)) && !this.#open.has(local) ? undefined : local;
  }
}

/**
 * The file that belongs to a record although there is no agreement. Looked for under its alias first, which names the
 * record: a fetch that was killed, or a lost mirror, leaves a file there. Then where its maker keeps it, and last in
 * the record's place.
 */
function lyingHere(unclaimed: Unclaimed, remote: RemoteFile, path: RelPath): LocalFile | undefined {
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
 * May it lie where its maker keeps it, in a folder that could not be read? Then nothing is decided, as for a file whose
 * own place is in such a folder.
 */
export function mayLieUnseen(
  remote: RemoteFile,
  implied: RelPath,
  { unreadable }: Pick<Policy, 'unreadable'>,
): boolean {
  const stated = statedElsewhere(remote, implied);
  return stated !== null && isBelow(stated, unreadable);
}

/**
 * The file at the place that the record states, although we would never fetch anything to there. It must be there
 * already and have the bytes of the record; if it was not read yet, it must be able to have them.
 */
function asItsMakerKeepsIt(
  unclaimed: Unclaimed,
  remote: RemoteFile,
  implied: RelPath,
): LocalFile | undefined {
  const stated = statedElsewhere(remote, implied);
  const local = stated === null ? undefined : unclaimed.get(pathKey(stated));
  if (local === undefined) return undefined;
  const bytes = { size: local.size, hash: local.hash ?? remote.facts.sha256 };
  return vouchesFor(remote, bytes, null) ? local : undefined;
}

/**
 * The stated place itself, if another one is implied because not every system can hold it: a backslash in the name,
 * forty folders. Null if it does not fit the record any more.
 */
function statedElsewhere(remote: RemoteFile, implied: RelPath): RelPath | null {
  const { path } = remote.facts;
  return path !== null && path !== implied && fitsRecord(path, remote) ? path : null;
}
