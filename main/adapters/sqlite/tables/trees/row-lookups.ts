import type { LocalFile, Trees } from '../../../../engine/trees.ts';
import type { Connection, Query, Row } from '../../connection.ts';
import { BASE_ROWS, LOCAL_ROWS, parseBase, parseLocal, parseRemote, REMOTE_ROWS } from './trees.ts';

const LOCAL_AT = `SELECT ${LOCAL_ROWS} FROM local l WHERE l.site_key = ? AND l.path_key = ?`;
const REMOTE_OF = `SELECT ${REMOTE_ROWS} FROM remote r WHERE r.site_key = ? AND r.id = ?`;
const BIGINT = { bigint: true };

/** Finds the rows of one file, each by its own key. The first parameter of each is the site's key. */
export function rowLookups(db: Connection) {
  const parse = (row: Row) => parseBase(row, NO_FILES, NO_RECORDS);
  return {
    localAt: localLookup(db),
    remoteOf: db.query(REMOTE_OF, (row) => parseRemote(row, NO_FILES)),
    baseOf: db.query(`SELECT ${BASE_ROWS} FROM base b WHERE b.site_key = ? AND b.id = ?`, parse, BIGINT),
    /** Several, since a lost reply may leave two agreements about one path. */
    basesAt: db.query(`SELECT ${BASE_ROWS} FROM base b WHERE b.site_key = ? AND b.path = ?`, parse, BIGINT),
  };
}

/** The file by its path. */
export function localLookup(db: Connection): Query<LocalFile> {
  return db.query(LOCAL_AT, parseLocal, BIGINT);
}

/** The record by its id, with the columns that `parseRemote` takes. */
export function remoteRowLookup(db: Connection): Query<Row> {
  return db.query(REMOTE_OF, (row) => row);
}

const NO_FILES: Trees['local'] = new Map();
const NO_RECORDS: Trees['remote'] = new Map();
