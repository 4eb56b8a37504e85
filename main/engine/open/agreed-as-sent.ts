import type { RelPath } from '../../../shared/model/rel-path.ts';
import { UNKNOWN } from '../compare/fingerprint.ts';
import type { BaseFile, Intent, OpenUpdate, RemoteFile } from '../trees.ts';

type Sent = Pick<Intent & OpenUpdate, 'category' | 'name' | 'hash' | 'size' | 'mtimeNs' | 'ino'>;
type Shown = Pick<RemoteFile, 'id' | 'fingerprint' | 'facts' | 'updatedAt'>;

/**
 * The agreement on what was sent in a request whose reply was lost. The record adds only its version, and only if it
 * still is what was sent. If it is not, others have changed it since: its version then counts as unknown, so that the
 * next plan finds their change.
 *
 * @param places where the file lay when it was sent, and where the record that was sent says it lies
 * @param isAsSent the record still is what was sent
 */
export function agreedAsSent(
  { category, name, hash, size, mtimeNs, ino }: Sent,
  record: Shown,
  places: { readonly path: RelPath; readonly impliedPath: RelPath },
  isAsSent: boolean,
): BaseFile {
  return {
    id: record.id,
    path: places.path,
    impliedPath: places.impliedPath,
    category,
    name,
    hash,
    size,
    mtimeNs,
    ino,
    remote: isAsSent ? record.fingerprint : UNKNOWN,
    opId: isAsSent ? record.facts.opId : null,
    updatedAt: isAsSent ? record.updatedAt : null,
  };
}
