import type { BaseFile, RemoteFile } from '../../main/engine/trees.ts';
import { NO_FACTS } from '../../shared/model/site-file.ts';

/** The record of an agreement, as it was agreed on. */
export function recordOf(base: BaseFile, more: Partial<RemoteFile> = {}): RemoteFile {
  const { id, category, name, size, remote, updatedAt, opId, impliedPath } = base;
  const facts = { ...NO_FACTS, path: impliedPath, sha256: base.hash, opId };
  return {
    id,
    category,
    name,
    size,
    facts,
    fingerprint: remote,
    createdAt: updatedAt,
    updatedAt,
    firstSeen: 1,
    ...more,
  };
}
