import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../shared/model/site-file.ts';

/** Of all files here. */
export const HASH = 'a'.repeat(64) as ContentHash;

export function localFile(path: string, over: Partial<LocalFile> = {}): LocalFile {
  return { path: path as RelPath, size: 4, mtimeNs: 1n, ino: 1n, hash: HASH, ...over };
}

/** A record without facts. */
export function remoteFile(id: string, name: string, over: Partial<RemoteFile> = {}): RemoteFile {
  return {
    id: id as FileId,
    category: 'other',
    name,
    size: 4,
    facts: NO_FACTS,
    fingerprint: `fp-${id}` as RemoteFingerprint,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    firstSeen: 2,
    ...over,
  };
}

export function treesOf(
  files: readonly LocalFile[],
  records: readonly RemoteFile[],
  base: Iterable<BaseFile> = [],
): Trees {
  return {
    local: new Map(files.map((file) => [pathKey(file.path), file])),
    remote: new Map(records.map((record) => [record.id, record])),
    base: new Map([...base].map((each) => [each.id, each])),
  };
}
