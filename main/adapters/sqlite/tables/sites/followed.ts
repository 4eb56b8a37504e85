import { parseCategory, type Category, type Keep } from '../../../../../shared/model/category.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../../../sync/ports/mirror/sites.ts';
import type { Connection, Row } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { flag, json, siteId, text } from '../../row.ts';
import type { SiteKeyMaker } from '../site-keys.ts';

export function followedReads(db: Connection): Pick<Mirror, 'followed'> {
  const all = db.query(
    `SELECT site, folder, folder_id, keep, paused FROM followed JOIN site_key ON key = site_key ORDER BY key`,
    parseFollowed,
  );
  return { followed: () => all.all() };
}

export function followedWrites(
  db: Connection,
  keys: SiteKeyMaker,
  { setSetting }: Pick<Mirror, 'setSetting'>,
): Pick<Mirror, 'follow' | 'unfollow'> {
  const known = db.query('SELECT 1 FROM followed WHERE site_key = ?', () => true);
  const upsert = db.command(`
    INSERT INTO followed (site_key, folder, folder_id, keep, paused) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (site_key) DO UPDATE SET
      (folder, folder_id, keep, paused) = (excluded.folder, excluded.folder_id, excluded.keep, excluded.paused)
    WHERE (folder, folder_id, keep, paused) IS NOT
      (excluded.folder, excluded.folder_id, excluded.keep, excluded.paused)`);
  // A transfer that ended after the site was unfollowed may have left rows. Taken for agreements about the new folder,
  // which does not hold those files, they would read as deletes.
  const leftovers = [
    'base',
    'local',
    'intent',
    'known_bytes',
    'sent_bytes',
    'open_update',
    'attempt',
    'approved_delete',
  ].map((table) => db.command(`DELETE FROM ${table} WHERE site_key = ?`));
  const dropFolders = db.command('DELETE FROM folder WHERE site_key = ?');
  return {
    follow(site) {
      db.transactionForRoom(() => {
        const key = keys.findOrMake(site.id);
        if (known.get(key) === null) {
          for (const leftover of leftovers) db.writes += leftover.run(key);
          dropFolders.run(key);
        }
        upsert.run(key, site.folder, site.folderId, JSON.stringify(site.keep), site.paused ? 1 : 0);
      });
    },
    unfollow(id, settings = []) {
      db.transactionForRoom(() => {
        keys.forget(id);
        for (const key of settings) setSetting(key, null);
      });
    },
  };
}

/** Site, folder, its id, what is kept, and whether it is paused. */
export function parseFollowed(row: Row): FollowedSite {
  return {
    id: siteId(row[0]),
    folder: text(row[1]),
    folderId: text(row[2]),
    keep: parseKeep(row[3]),
    paused: flag(row[4]),
  };
}

function parseKeep(column: unknown): Keep {
  const value = json(column);
  if (value === 'all' || value === 'none') return value;
  if (!Array.isArray(value)) throw new UnreadableRow('choice of categories');
  return value.map((entry): Category => {
    const category = parseCategory(entry);
    if (category === null) throw new UnreadableRow('category');
    return category;
  });
}
