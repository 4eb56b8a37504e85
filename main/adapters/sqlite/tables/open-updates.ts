import type { OpenUpdate } from '../../../engine/trees.ts';
import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../connection.ts';
import {
  big,
  category,
  fileId,
  fingerprint,
  hash,
  inode,
  inodeColumn,
  line,
  lineColumn,
  opId,
  path,
  pathOrNull,
  text,
  whole,
  wholeOrNull,
} from '../row.ts';
import type { SiteKeys } from './site-keys.ts';

const COLUMNS = 'id, op_id, replaces, path, stated, category, name, hash, size, mtime_ns, ino, due, based_on';

export function openUpdateReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'openUpdates'> {
  const all = db.query(`SELECT ${COLUMNS} FROM open_update WHERE site_key = ? ORDER BY id, op_id`, parse, {
    bigint: true,
  });
  return {
    openUpdates(site) {
      const key = keys.find(site);
      return key === null ? [] : all.all(key);
    },
  };
}

/** Each returns rows changed. */
export function openUpdateTable(db: Connection): {
  put(siteKey: number, update: OpenUpdate): number;
  /** All of the record. */
  drop(siteKey: number, id: OpenUpdate['id']): number;
  dropAll(siteKey: number): number;
} {
  const insert = db.command(`
    INSERT INTO open_update (site_key, ${COLUMNS}) VALUES (?, ${COLUMNS.replaceAll(/\w+/g, '?')})
    ON CONFLICT DO NOTHING`);
  const remove = db.command('DELETE FROM open_update WHERE site_key = ? AND id = ?');
  const removeAll = db.command('DELETE FROM open_update WHERE site_key = ?');
  return {
    put: (key, update) =>
      insert.run(
        key,
        update.id,
        update.opId,
        update.replaces,
        update.path,
        update.stated,
        update.category,
        update.name,
        update.hash,
        update.size,
        update.mtimeNs,
        inodeColumn(update.ino),
        update.due,
        lineColumn(update.basedOn),
      ),
    drop: (key, id) => remove.run(key, id),
    dropAll: (key) => removeAll.run(key),
  };
}

function parse(row: Row): OpenUpdate {
  return {
    id: fileId(row[0]),
    opId: opId(row[1]),
    replaces: fingerprint(row[2]),
    path: pathOrNull(row[3]),
    stated: path(row[4]),
    category: category(row[5]),
    name: text(row[6]),
    hash: hash(row[7]),
    size: whole(row[8]),
    mtimeNs: big(row[9]),
    ino: inode(row[10]),
    due: wholeOrNull(row[11]),
    basedOn: line(row[12]),
  };
}
