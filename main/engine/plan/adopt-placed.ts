import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Adopt } from './actions.ts';
import type { Here } from '../compare/here.ts';
import type { BaseFile, RemoteFile } from '../trees.ts';

export type PlacedHere = Extract<Here, { kind: 'placed' }>;

/**
 * Writes an agreement that is still owing: newer bytes were placed over a file that was moved here, and the process
 * ended before that was agreed on. It is about the version that was placed; if the record changed since, the next plan
 * sees that. The move here is still to be sent, and one of the record to be followed where the file does not lie there yet: of
 * two files with the same bytes that traded places, this may be the other one.
 */
export function adoptPlaced(
  base: BaseFile,
  { local, version }: PlacedHere,
  remote: RemoteFile,
  implied: RelPath,
): Adopt {
  const isStill = remote.fingerprint === version;
  const isThere = isStill && pathKey(local.path) === pathKey(implied);
  return {
    kind: 'adopt',
    id: base.id,
    path: local.path,
    local,
    // With the fingerprint of the placed version, the record as it is now looks changed: so what came since is fetched.
    remote: isStill ? remote : { ...remote, fingerprint: version, updatedAt: base.updatedAt },
    basePath: base.path,
    impliedPath: isThere ? implied : base.impliedPath,
    reason: 'was-being-placed',
  };
}
