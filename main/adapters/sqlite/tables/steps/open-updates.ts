import type { SiteId } from '../../../../../shared/model/ids.ts';
import type { OpenUpdate } from '../../../../engine/trees.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Command, Connection, Query, Row } from '../../connection.ts';
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
} from '../../row.ts';
import type { SiteKeys } from '../site-keys.ts';

const COLUMNS = 'id, op_id, replaces, path, stated, category, name, hash, size, mtime_ns, ino, due, based_on';

export function openUpdateReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'openUpdates'> {
  const all = allOf(db);
  return { openUpdates: (site) => all.all(keys.find(site)) };
}

function allOf(db: Connection): Query<OpenUpdate> {
  const sql = `SELECT ${COLUMNS} FROM open_update WHERE site_key = ? ORDER BY id, op_id`;
  return db.query(sql, parse, { bigint: true });
}

/** Updates that got no reply. */
export class OpenUpdates implements Pick<Mirror, 'openUpdates'> {
  readonly #db: Connection;
  readonly #keys: SiteKeys;
  readonly #all: Query<OpenUpdate>;
  readonly #insert: Command;
  readonly #remove: Command;
  readonly #removeAll: Command;
  /**
   * Sites without any, as nearly always. Each file that is fetched asks: remembering this makes ten thousand files a
   * tenth faster. Only one process writes, so it stays true; but what is found within a transaction is not remembered,
   * since that may be undone.
   */
  readonly #without = new Set<number>();

  constructor(db: Connection, keys: SiteKeys) {
    this.#db = db;
    this.#keys = keys;
    this.#all = allOf(db);
    this.#insert = db.command(`
      INSERT INTO open_update (site_key, ${COLUMNS}) VALUES (?, ${COLUMNS.replaceAll(/\w+/g, '?')})
      ON CONFLICT DO NOTHING`);
    this.#remove = db.command('DELETE FROM open_update WHERE site_key = ? AND id = ?');
    this.#removeAll = db.command('DELETE FROM open_update WHERE site_key = ?');
  }

  /** An arrow function, since the mirror is put together from such functions. */
  readonly openUpdates = (site: SiteId): readonly OpenUpdate[] => {
    const key = this.#keys.find(site);
    if (key === null || this.#without.has(key)) return [];
    const all = this.#all.all(key);
    if (all.length === 0 && !this.#db.inTransaction) this.#without.add(key);
    return all;
  };

  /** Returns rows changed. */
  put(siteKey: number, update: OpenUpdate): number {
    this.#without.delete(siteKey);
    return this.#insert.run(
      siteKey,
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
    );
  }

  /** Drops all of the record. Returns rows changed. */
  drop(siteKey: number, id: OpenUpdate['id']): number {
    return this.#without.has(siteKey) ? 0 : this.#remove.run(siteKey, id);
  }

  /** Returns rows changed. */
  dropAll(siteKey: number): number {
    return this.#removeAll.run(siteKey);
  }
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
