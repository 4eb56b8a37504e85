import type { ContentHash } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { impliedPath } from '../names/implied-path.ts';
import type { Platform } from '../policy.ts';
import { isSamePlace } from '../names/same-place.ts';
import { isEarlier } from '../times/server-time.ts';
import type { BaseFile, RemoteFile } from '../trees.ts';

/** What became on the service of a file that was in step. */
export type There = RecordThere | { readonly kind: 'gone' };

export type RecordThere =
  | { readonly kind: 'same'; readonly remote: RemoteFile; readonly impliedPath: RelPath }
  | ChangedThere;

export interface ChangedThere {
  readonly kind: 'changed';
  readonly remote: RemoteFile;
  /** Where it wants to lie now. */
  readonly impliedPath: RelPath;
  /** That is elsewhere than what was agreed on: another name, category or folder (see `isSamePlace`). */
  readonly moved: boolean;
  /** Its bytes are not proved to be the ones agreed on. */
  readonly content: boolean;
  /** The record is older than the one agreed on: the service was set back to a backup. */
  readonly wentBack: boolean;
}

export function compareRemote(base: BaseFile, remote: RemoteFile | undefined, platform: Platform): There {
  if (remote === undefined) return { kind: 'gone' };
  const implied = impliedPath(remote, platform);
  const asAgreed = remote.fingerprint === base.remote;
  // A move that came without its bytes is agreed on before they are; a record set back meanwhile wants its old place.
  if (asAgreed && implied === base.impliedPath) return { kind: 'same', remote, impliedPath: implied };
  return {
    kind: 'changed',
    remote,
    impliedPath: implied,
    moved: ![base.impliedPath, base.path].some((place) => isSamePlace(implied, place, platform)),
    content: !asAgreed && !vouchesFor(remote, base, base.opId),
    wentBack: isEarlier(remote.updatedAt, base.updatedAt),
  };
}

/**
 * Does the record itself prove that it holds these bytes? A client of our kind that writes bytes sets a new opId, a
 * foreign one that replaces them leaves the old facts standing; where it came right after ours, only the size tells.
 */
export function vouchesFor(
  remote: Pick<RemoteFile, 'facts' | 'size'>,
  bytes: { readonly hash: ContentHash | null; readonly size: number },
  knownOpId: BaseFile['opId'],
): boolean {
  const { opId, sha256 } = remote.facts;
  return (
    opId !== null &&
    opId !== knownOpId &&
    sha256 !== null &&
    sha256 === bytes.hash &&
    remote.size === bytes.size
  );
}
