import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { text } from '../../row.ts';
import type { SiteKeyMaker } from '../site-keys.ts';

export function driveTable(db: Connection, keys: SiteKeyMaker): Pick<Mirror, 'drives' | 'setDrives'> {
  const select = db.query(
    'SELECT folder, disk FROM drive WHERE site_key = ? ORDER BY folder',
    ([folder, disk]) => ({ folder: text(folder), disk: text(disk) }),
  );
  const drop = db.command('DELETE FROM drive WHERE site_key = ?');
  const insert = db.command('INSERT INTO drive (site_key, folder, disk) VALUES (?, ?, ?)');
  return {
    drives: (site) => select.all(keys.find(site)),
    setDrives(site, drives) {
      const key = keys.findOrMake(site);
      db.transaction(() => {
        drop.run(key);
        for (const { folder, disk } of drives) insert.run(key, folder, disk);
      });
    },
  };
}
