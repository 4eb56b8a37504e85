import type { SentBytes } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import { fileId, hash, line, lineColumn, opId } from '../../row.ts';
import type { SiteKeys } from '../site-keys.ts';

export function sentBytesReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'sentBytes'> {
  const one = db.query(
    'SELECT id, op_id, hash, before, line FROM sent_bytes WHERE site_key = ? AND id = ?',
    parse,
  );
  return { sentBytes: (site, id) => one.get(keys.find(site), id) };
}

/** Each returns rows changed. */
export function sentBytesTable(db: Connection): {
  put(siteKey: number, sent: SentBytes): number;
  drop(siteKey: number, id: SentBytes['id']): number;
  dropAll(siteKey: number): number;
} {
  const upsert = db.command(`
    INSERT INTO sent_bytes (site_key, id, op_id, hash, before, line) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_key, id) DO UPDATE SET
      (op_id, hash, before, line) = (excluded.op_id, excluded.hash, excluded.before, excluded.line)
    WHERE (op_id, hash, before, line) IS NOT (excluded.op_id, excluded.hash, excluded.before, excluded.line)`);
  const remove = db.command('DELETE FROM sent_bytes WHERE site_key = ? AND id = ?');
  const removeAll = db.command('DELETE FROM sent_bytes WHERE site_key = ?');
  return {
    put: (key, sent) =>
      upsert.run(key, sent.id, sent.opId, sent.hash, sent.before, lineColumn(sent.line) ?? '[]'),
    drop: (key, id) => remove.run(key, id),
    dropAll: (key) => removeAll.run(key),
  };
}

function parse(row: Row): SentBytes {
  return {
    id: fileId(row[0]),
    opId: opId(row[1]),
    hash: hash(row[2]),
    before: hash(row[3]),
    line: line(row[4]),
  };
}
