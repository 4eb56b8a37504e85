import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { text } from '../../row.ts';
import type { SiteKeyMaker, SiteKeys } from '../site-keys.ts';

export function ignoredByReads(db: Connection, keys: SiteKeys): Pick<Mirror, 'ignoredBy'> {
  const select = db.query('SELECT rules FROM ignored_by WHERE site_key = ? ORDER BY position', ([rules]) =>
    text(rules),
  );
  return { ignoredBy: (site) => select.all(keys.find(site)) };
}

export function ignoredByWrites(db: Connection, keys: SiteKeyMaker): Pick<Mirror, 'setIgnoredBy'> {
  const drop = db.command('DELETE FROM ignored_by WHERE site_key = ?');
  const insert = db.command('INSERT INTO ignored_by (site_key, position, rules) VALUES (?, ?, ?)');
  return {
    setIgnoredBy(site, rules) {
      const key = keys.findOrMake(site);
      db.transaction(() => {
        drop.run(key);
        for (const [position, each] of rules.entries()) insert.run(key, position, each);
      });
    },
  };
}
