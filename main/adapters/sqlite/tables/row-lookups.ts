import type { Trees } from '../../../engine/trees.ts';
import type { Connection } from '../connection.ts';
import { BASE_ROWS, LOCAL_ROWS, parseBase, parseLocal, parseRemote, REMOTE_ROWS } from './trees.ts';

/** The rows of one file, each by what it is named by; the first parameter of all is the site's key. */
export function rowLookups(db: Connection) {
  const parse = (row: readonly unknown[]) => parseBase(row, NO_FILES, NO_RECORDS);
  const bigint = { bigint: true };
  return {
    localAt: db.query(
      `SELECT ${LOCAL_ROWS} FROM local l WHERE l.site_key = ? AND l.path_key = ?`,
      parseLocal,
      bigint,
    ),
    remoteOf: db.query(`SELECT ${REMOTE_ROWS} FROM remote r WHERE r.site_key = ? AND r.id = ?`, (row) =>
      parseRemote(row, NO_FILES),
    ),
    baseOf: db.query(`SELECT ${BASE_ROWS} FROM base b WHERE b.site_key = ? AND b.id = ?`, parse, bigint),
    /** A lost reply may leave two agreements over one path. */
    basesAt: db.query(`SELECT ${BASE_ROWS} FROM base b WHERE b.site_key = ? AND b.path = ?`, parse, bigint),
  };
}

const NO_FILES: Trees['local'] = new Map();
const NO_RECORDS: Trees['remote'] = new Map();
