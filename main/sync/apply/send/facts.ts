import type { ContentHash, OpId, VersionMark } from '../../../../shared/model/ids.ts';
import { isJsonObject, objectIn, ownValue, type Json } from '../../../../shared/model/json.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { timeOfMtime } from '../../../engine/compare/fingerprint.ts';
import type { LocalFile } from '../../../engine/trees.ts';

/** What we say of a version in its record. */
interface StatedFacts {
  readonly local: LocalFile;
  readonly hash: ContentHash;
  /** The place for all computers. */
  readonly path: RelPath;
  readonly opId: OpId;
  /** The versions before it, the newest first. */
  readonly basedOn?: readonly VersionMark[];
}

/**
 * The metadata to write: whatever others put there, with our facts under the one key `sitesync` (design section 2).
 * Metadata that is no object cannot hold our facts and is sent back as it came; only the mirror keeps them then.
 */
export function withFacts(metadata: Json, { local, hash, path, opId, basedOn = [] }: StatedFacts): Json {
  const others = objectIn(metadata) ?? metadata;
  if (others !== null && !isJsonObject(others)) return metadata;
  const line = basedOn.length === 0 ? {} : { basedOn: [...basedOn] };
  // Sorted by name, as for the comparison of versions. The time is no finer than what every computer can set.
  const facts = {
    ...line,
    mtime: timeOfMtime(local.mtimeNs),
    opId,
    path: path.normalize('NFC'),
    sha256: hash,
  };
  return { ...others, sitesync: facts };
}

/**
 * The metadata with another place for all computers, and all else as it is; null where it is no object, which can hold no
 * place.
 */
export function withPlace(metadata: Json, path: RelPath): Json | null {
  const others = objectIn(metadata) ?? metadata;
  if (others !== null && !isJsonObject(others)) return null;
  const ours = others === null ? undefined : ownValue(others, 'sitesync');
  const facts = isJsonObject(ours) ? ours : {};
  return { ...others, sitesync: { ...facts, path: path.normalize('NFC') } };
}
