import type { PathKey } from '../../../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../../../engine/compare/fingerprint.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../../engine/trees.ts';
import type { Connection } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';

/**
 * A rotten row may still look like a valid agreement. With a wrong id, its copy here would seem deleted on the service.
 * With a wrong path, its record would seem deleted here, or another file an edit of it. But id and path are each stored
 * twice, in the row and in an index: both must say the same for each agreement that the other trees do not confirm.
 */
export function rotCheck(db: Connection): (siteKey: number, trees: Trees) => void {
  const isKnown = db.query(
    `SELECT 1 FROM base p INDEXED BY base_by_path
       WHERE p.site_key = ? AND p.path = ? AND p.row = (SELECT i.row FROM base i WHERE i.site_key = ? AND i.id = ?)
       AND EXISTS (SELECT 1 FROM base r NOT INDEXED WHERE r.row = p.row AND r.path = ? AND r.id = ?)`,
    () => true,
  );
  return (key, { base, local, remote }) => {
    for (const one of base.values()) {
      // An agreement whose path has other Unicode characters than its key is checked as well.
      const isPlain =
        liesThere(one, local.get(one.path as string as PathKey)) && isRecordOf(one, remote.get(one.id));
      if (isPlain || isKnown.get(key, one.path, key, one.id, one.path, one.id) !== null) continue;
      throw new UnreadableRow('file id and path');
    }
  };
}

/** Is it the very same file, whatever its content? */
function liesThere(base: BaseFile, local: LocalFile | undefined): boolean {
  if (local === undefined) return false;
  if (local.ino !== 0n) return local.ino === base.ino;
  return sameFingerprint(local, base) && (local.hash === null || local.hash === base.hash);
}

/** Is it the agreed record? It may differ in what colleagues change every day. */
function isRecordOf({ remote, name, category }: BaseFile, record: RemoteFile | undefined): boolean {
  if (record === undefined) return false;
  return record.fingerprint === remote || (record.name === name && record.category === category);
}
