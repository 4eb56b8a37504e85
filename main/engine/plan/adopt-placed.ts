import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { Adopt } from './actions.ts';
import type { Here } from '../compare/here.ts';
import type { BaseFile, RemoteFile } from '../trees.ts';

export type PlacedHere = Extract<Here, { kind: 'placed' }>;

/**
 * The agreement that was not written any more when new bytes had been placed over a file that was moved here. It is about
 * the version that was placed: if the record changed since, the next plan finds that out. The move is still to be sent.
 */
export function adoptPlaced(
  base: BaseFile,
  { local, version }: PlacedHere,
  remote: RemoteFile,
  implied: RelPath,
): Adopt {
  const isStill = remote.fingerprint === version;
  return {
    kind: 'adopt',
    id: base.id,
    path: local.path,
    local,
    // The record's present mark then vouches for no agreed bytes, so that what came since is fetched.
    remote: isStill ? remote : { ...remote, fingerprint: version, updatedAt: base.updatedAt },
    basePath: base.path,
    impliedPath: isStill ? implied : base.impliedPath,
    reason: 'was-being-placed',
  };
}
