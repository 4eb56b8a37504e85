import type { BaseFile, RemoteFile } from '../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../shared/model/site-file.ts';

export const hash = (text: string): ContentHash => text.padEnd(64, '0') as ContentHash;
export const path = (text: string): RelPath => text as RelPath;
export const version = (text: string): RemoteFingerprint => text as RemoteFingerprint;

/** A file that both sides agree on. */
export const AGREED: BaseFile = {
  id: 'f1' as FileId,
  path: path('Other/a.txt'),
  impliedPath: path('Other/a.txt'),
  category: 'other',
  name: 'a.txt',
  hash: hash('a'),
  size: 1,
  mtimeNs: 10n,
  ino: 7n,
  remote: version('r1'),
  opId: null,
  updatedAt: '2026-01-01T00:00:00Z',
};

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
