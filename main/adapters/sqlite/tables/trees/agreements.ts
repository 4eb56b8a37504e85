import { originalOf } from '../../../../engine/names/conflict-name.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { fileId, inodeColumn, path } from '../../row.ts';
import type { SiteKeys } from '../site-keys.ts';
import { BASE_ROWS, parseBase } from './trees.ts';

/** Single agreements and places, without the trees. */
export function agreementReads(
  db: Connection,
  keys: SiteKeys,
): Pick<Mirror, 'agreement' | 'agreedAt' | 'agreedWith' | 'conflictCopies'> {
  const one = db.query(
    `SELECT ${BASE_ROWS} FROM base b WHERE b.site_key = ? AND b.id = ?`,
    (row) => parseBase(row, new Map(), new Map()),
    { bigint: true },
  );
  const at = db.query('SELECT id FROM base WHERE site_key = ? AND path = ? ORDER BY row', ([id]) =>
    fileId(id),
  );
  const agreed = db.query('SELECT id, path FROM base WHERE site_key = ? AND ino = ? ORDER BY row', (row) => ({
    id: fileId(row[0]),
    path: path(row[1]),
  }));
  // The condition is that of the index `local_conflict_copies`.
  const copies = db.query(
    "SELECT path FROM local WHERE site_key = ? AND instr(path, ' (conflict ') > 0",
    ([each]) => path(each),
  );
  return {
    agreement: (site, id) => one.get(keys.find(site), id),
    agreedAt: (site, place) => at.all(keys.find(site), place),
    agreedWith: (site, ino) => (ino === 0n ? [] : agreed.all(keys.find(site), inodeColumn(ino))),
    conflictCopies: (site) => copies.all(keys.find(site)).filter((each) => originalOf(each) !== null),
  };
}
