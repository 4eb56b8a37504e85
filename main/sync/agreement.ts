import type { ContentHash } from '../../shared/model/ids.ts';
import type { RelPath } from '../../shared/model/rel-path.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import { impliedPath } from '../engine/implied-path.ts';
import type { Platform } from '../engine/policy.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../engine/trees.ts';

/** What both sides now agree on: this record of the service and this file here. */
export function agree(
  remote: Omit<RemoteFile, 'size' | 'createdAt' | 'firstSeen'>,
  local: LocalFile,
  hash: ContentHash,
  place: { readonly path: RelPath; readonly impliedPath: RelPath },
): BaseFile {
  return {
    id: remote.id,
    path: place.path,
    impliedPath: place.impliedPath,
    category: remote.category,
    name: remote.name,
    hash,
    size: local.size,
    mtimeNs: local.mtimeNs,
    ino: local.ino,
    remote: remote.fingerprint,
    opId: remote.facts.opId,
    updatedAt: remote.updatedAt,
  };
}

/** The agreement after a write of ours: whatever the service now says is what was agreed on (rule 7). */
export function agreeOnReply(
  record: SiteFile,
  local: LocalFile,
  hash: ContentHash,
  platform: Platform,
): BaseFile {
  return agree(record, local, hash, { path: local.path, impliedPath: impliedPath(record, platform) });
}
