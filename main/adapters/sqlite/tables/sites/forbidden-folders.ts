import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection } from '../../connection.ts';
import { path, text, whole } from '../../row.ts';
import type { SiteKeyMaker } from '../site-keys.ts';

export function forbiddenFolderTable(
  db: Connection,
  keys: SiteKeyMaker,
): Pick<Mirror, 'forbiddenFolders' | 'setForbiddenFolders'> {
  const folders = db.query(
    'SELECT folder, since FROM forbidden_folder WHERE site_key = ? ORDER BY folder',
    ([folder, since]) => ({ folder: text(folder), since: whole(since) }),
  );
  const missing = db.query(
    'SELECT path, since FROM missing_file WHERE site_key = ? ORDER BY path',
    (row) => ({
      path: path(row[0]),
      since: whole(row[1]),
    }),
  );
  const drops = ['forbidden_folder', 'missing_file'].map((table) =>
    db.command(`DELETE FROM ${table} WHERE site_key = ?`),
  );
  const addFolder = db.command('INSERT INTO forbidden_folder (site_key, folder, since) VALUES (?, ?, ?)');
  const addFile = db.command('INSERT INTO missing_file (site_key, path, since) VALUES (?, ?, ?)');
  return {
    forbiddenFolders(site) {
      const key = keys.find(site);
      return { folders: folders.all(key), missing: missing.all(key) };
    },
    setForbiddenFolders(site, forbidden) {
      const key = keys.findOrMake(site);
      db.transaction(() => {
        for (const drop of drops) drop.run(key);
        for (const { folder, since } of forbidden.folders) addFolder.run(key, folder, since);
        for (const { path: file, since } of forbidden.missing) addFile.run(key, file, since);
      });
    },
  };
}
