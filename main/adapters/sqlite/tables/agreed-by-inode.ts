import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { fileId, inodeColumn, path } from '../row.ts';
import type { SiteKeys } from './site-keys.ts';

export function agreedByInode(db: Connection, keys: SiteKeys): Pick<Mirror, 'agreedWith'> {
  const agreed = db.query('SELECT id, path FROM base WHERE site_key = ? AND ino = ? ORDER BY row', (row) => ({
    id: fileId(row[0]),
    path: path(row[1]),
  }));
  return {
    agreedWith(site, ino) {
      const key = ino === 0n ? null : keys.find(site);
      return key === null ? [] : agreed.all(key, inodeColumn(ino));
    },
  };
}
