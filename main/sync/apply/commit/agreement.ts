import type { ContentHash, OpId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../../shared/model/site-file.ts';
import { UNKNOWN } from '../../../engine/compare/fingerprint.ts';
import { impliedPath } from '../../../engine/names/implied-path.ts';
import type { Platform } from '../../../engine/policy.ts';
import type { Download, Reconcile } from '../../../engine/plan/actions.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../engine/trees.ts';

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

/** The agreement after fetched bytes were placed. A move made here that was not sent yet is still to be sent. */
export function agreeOnPlaced(
  { remote, path, basePath, impliedPath }: Download | Reconcile,
  local: LocalFile,
  hash: ContentHash,
): BaseFile {
  return agree(remote, local, hash, { path: basePath === path ? local.path : basePath, impliedPath });
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

/**
 * The agreement after a write whose reply does not prove the bytes: the record was read afterwards, or only its
 * fields were sent. If its size is not the expected one, others may have overwritten it in between: its version then
 * counts as unknown, so that the next plan looks at its bytes.
 *
 * @param due bytes that the record should count; null if that was not known before either
 */
export function agreeOnReadBack(
  record: SiteFile,
  local: LocalFile,
  hash: ContentHash,
  platform: Platform,
  due: number | null,
): BaseFile {
  const agreed = agreeOnReply(record, local, hash, platform);
  return record.size === null || record.size === due ? agreed : { ...agreed, remote: UNKNOWN };
}

/**
 * Returns `base`, if the record bears no mark, our mark (`ours`), or still the one that it had `before`. Otherwise
 * somebody overwrote our version before it was read. What we `sent` is agreed on then, so that the next plan sees
 * their name and looks at their bytes.
 */
export function unlessOverwritten(
  base: BaseFile,
  before: SiteFile,
  ours: OpId,
  sent: Pick<SiteFile, 'name' | 'category'> & { readonly path: RelPath },
  platform: Platform,
): BaseFile {
  const isOurs = base.opId === null || base.opId === ours || base.opId === before.facts.opId;
  if (isOurs) return base;
  const { name, category, path } = sent;
  const facts = { ...before.facts, path };
  const place = impliedPath({ id: base.id, name, category, facts }, platform);
  return { ...base, name, category, impliedPath: place, remote: UNKNOWN, opId: ours };
}
