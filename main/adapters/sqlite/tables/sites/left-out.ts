import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { LeftOut } from '../../../../sync/ports/mirror/sites.ts';
import type { Connection } from '../../connection.ts';
import { text } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

export function leftOutReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'leftOut'> {
  const select = db.query(
    'SELECT path, kind FROM left_out WHERE site_key = ? ORDER BY path',
    ([path, kind]): LeftOut => ({ path: text(path), kind: text(kind) === 'link' ? 'link' : 'special' }),
  );
  return { leftOut: (site) => select.all(keys.find(site)) };
}

export function leftOutWrites(db: Connection, keys: SiteKeyMaker): Pick<Mirror, 'setLeftOut'> {
  const drop = db.command('DELETE FROM left_out WHERE site_key = ?');
  const insert = db.command('INSERT INTO left_out (site_key, path, kind) VALUES (?, ?, ?)');
  return {
    setLeftOut(site, entries) {
      const key = keys.findOrMake(site);
      db.transaction(() => {
        drop.run(key);
        for (const { path, kind } of entries) insert.run(key, path, kind);
      });
    },
  };
}
