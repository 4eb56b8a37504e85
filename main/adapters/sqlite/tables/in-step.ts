import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { pathKey } from '../../../../shared/model/rel-path.ts';
import type { InStep, Trees } from '../../../engine/trees.ts';
import type { Connection } from '../connection.ts';
import { BASE_ROWS, LOCAL_ROWS, parseBase, parseLocal, parseRemote, REMOTE_ROWS } from './trees.ts';

/** The rows of one file that nothing has to be asked about; null where one of them is missing. */
export function inStepAt(db: Connection): (siteKey: number, place: RelPath) => InStep | null {
  const bigint = { bigint: true };
  const baseAt = db.query(
    `SELECT ${BASE_ROWS} FROM base b WHERE b.site_key = ? AND b.path = ?`,
    (row) => parseBase(row, NO_FILES, NO_RECORDS),
    bigint,
  );
  const localAt = db.query(
    `SELECT ${LOCAL_ROWS} FROM local l WHERE l.site_key = ? AND l.path_key = ?`,
    parseLocal,
    bigint,
  );
  const remoteOf = db.query(`SELECT ${REMOTE_ROWS} FROM remote r WHERE r.site_key = ? AND r.id = ?`, (row) =>
    parseRemote(row, NO_FILES),
  );
  return (siteKey, place) => {
    const base = baseAt.get(siteKey, pathKey(place));
    const local = localAt.get(siteKey, pathKey(place));
    const remote = base === null ? null : remoteOf.get(siteKey, base.id);
    return base === null || local === null || remote === null ? null : { base, local, remote };
  };
}

const NO_FILES: Trees['local'] = new Map();
const NO_RECORDS: Trees['remote'] = new Map();
