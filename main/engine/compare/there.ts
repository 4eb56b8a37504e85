import type { ContentHash } from '../../../shared/model/ids.ts';
import { baseName, type RelPath } from '../../../shared/model/rel-path.ts';
import { impliedPath } from '../names/implied-path.ts';
import { isAliasOf } from '../names/local-names.ts';
import type { Policy } from '../policy.ts';
import { isSamePlace } from '../names/same-place.ts';
import { isEarlier } from '../times/server-time.ts';
import type { BaseFile, RemoteFile } from '../trees.ts';

/** What became of a record on the service since both sides agreed on it. */
export type There = RecordThere | { readonly kind: 'gone' };

export type RecordThere =
  | { readonly kind: 'same'; readonly remote: RemoteFile; readonly impliedPath: RelPath }
  | ChangedThere;

export interface ChangedThere {
  readonly kind: 'changed';
  readonly remote: RemoteFile;
  /** Where it wants to lie now. */
  readonly impliedPath: RelPath;
  /** That place is another than the agreed one: another name, category or folder (see `isSamePlace`, `losesName`). */
  readonly moved: boolean;
  /** Its bytes are not proved to be the ones agreed on. */
  readonly content: boolean;
  /** The record is older than the one agreed on: the service was set back to a backup. */
  readonly wentBack: boolean;
}

export function compareRemote(
  base: BaseFile,
  remote: RemoteFile | undefined,
  policy: Pick<Policy, 'platform' | 'ignoresCase'>,
): There {
  if (remote === undefined) return { kind: 'gone' };
  const implied = impliedPath(remote, policy.platform);
  const asAgreed = remote.fingerprint === base.remote;
  // A record that was moved may be agreed on before its new bytes are. If it is then set back, it wants its old place
  // again.
  if (asAgreed && implied === base.impliedPath) return { kind: 'same', remote, impliedPath: implied };
  const asAgreedOn = losesName(base, remote, implied) ? [base.path] : [base.impliedPath, base.path];
  return {
    kind: 'changed',
    remote,
    impliedPath: implied,
    moved: !asAgreedOn.some((place) => isSamePlace(implied, place, policy)),
    content: !asAgreed && !vouchesFor(remote, base, base.opId),
    wentBack: isEarlier(remote.updatedAt, base.updatedAt),
  };
}

/**
 * Was the record renamed whose file bears its very name here? A disk may hold a name that is no name everywhere, and that a
 * record implies under its alias alone, as it does the other name, perhaps: its place does not show that rename.
 */
function losesName({ id, name, path }: BaseFile, remote: RemoteFile, implied: RelPath): boolean {
  const isAlias = isAliasOf(implied, implied, id);
  if (!isAlias || isAliasOf(path, implied, id)) return false;
  const [before, now] = [name, remote.name].map((each) => each.normalize('NFC'));
  return before !== now && before === baseName(path).normalize('NFC');
}

/**
 * Does the record prove by itself that it holds these bytes? Our clients set a new opId whenever they write bytes.
 * Another client that replaces the bytes leaves our old facts standing; if that happened right after our own write,
 * only the size tells.
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
