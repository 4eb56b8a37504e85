import type { DeletedRecord } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import { fileId, fingerprint, path } from '../../row.ts';
import type { SiteKeys } from '../site-keys.ts';

export function deletedRecordReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'deletedRecords'> {
  const all = db.query('SELECT id, remote, path FROM deleted_record WHERE site_key = ? ORDER BY id', parse);
  return { deletedRecords: (site) => all.all(keys.find(site)) };
}

/** Each returns rows changed. */
export function deletedRecordTable(db: Connection): {
  put(siteKey: number, deleted: DeletedRecord): number;
  drop(siteKey: number, id: DeletedRecord['id']): number;
  dropAll(siteKey: number): number;
} {
  const upsert = db.command(`
    INSERT INTO deleted_record (site_key, id, remote, path) VALUES (?, ?, ?, ?)
    ON CONFLICT (site_key, id) DO UPDATE SET (remote, path) = (excluded.remote, excluded.path)
    WHERE (remote, path) IS NOT (excluded.remote, excluded.path)`);
  const remove = db.command('DELETE FROM deleted_record WHERE site_key = ? AND id = ?');
  const removeAll = db.command('DELETE FROM deleted_record WHERE site_key = ?');
  return {
    put: (key, { id, remote, path: place }) => upsert.run(key, id, remote, place),
    drop: (key, id) => remove.run(key, id),
    dropAll: (key) => removeAll.run(key),
  };
}

function parse(row: Row): DeletedRecord {
  return { id: fileId(row[0]), remote: fingerprint(row[1]), path: path(row[2]) };
}
