import type { FileId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Here } from '../compare/here.ts';
import type { RecordThere } from '../compare/there.ts';
import { aliasPath } from '../names/local-names.ts';
import { isSamePlace } from '../names/same-place.ts';
import type { Policy } from '../policy.ts';
import type { BaseFile } from '../trees.ts';
import type { Adopt } from './actions.ts';

export type PlacedHere = Extract<Here, { kind: 'placed' }>;

/**
 * Writes an agreement that is still owing: newer bytes were placed over a file that was moved here, or under the name that its
 * record has by now, and the process ended before that was agreed on. It is about the version that was placed; if the record
 * changed since, the next plan sees that.
 *
 * If the file lies where its record says, both sides agree on that place. Else the move here is still to be sent, and one of
 * the record to be followed: of two files with the same bytes that traded places, this may be the other one.
 */
export function adoptPlaced(
  base: BaseFile,
  { local, version }: PlacedHere,
  { remote, impliedPath: implied }: RecordThere,
  policy: Pick<Policy, 'ignoresCase'>,
): Adopt {
  const isStill = remote.fingerprint === version;
  const isThere = placesOf(implied, base.id).some((place) =>
    isSamePlace(pathKey(local.path), pathKey(place), policy),
  );
  return {
    kind: 'adopt',
    id: base.id,
    path: local.path,
    local,
    // With the fingerprint of the placed version, the record as it is now looks changed: so what came since is fetched.
    remote: isStill ? remote : { ...remote, fingerprint: version, updatedAt: base.updatedAt },
    basePath: isThere ? local.path : base.path,
    impliedPath: isThere ? implied : base.impliedPath,
    reason: 'was-being-placed',
  };
}

/** Where the file of this record is laid: in the place that it implies, or beside it if that is taken. */
function placesOf(implied: RelPath, id: FileId): readonly RelPath[] {
  return [implied, aliasPath(implied, id, 0), aliasPath(implied, id, 1)];
}
