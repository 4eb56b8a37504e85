import type { SiteId } from '../../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import type { Mirror, ScanWriter } from '../../../sync/ports/mirror.ts';
import type { Connection } from '../connection.ts';
import { inodeColumn, text } from '../row.ts';
import type { OpenScans } from './open-scans.ts';
import type { SiteKeyMaker } from './site-keys.ts';

/** Takes a scan over batch by batch; a crash between batches has dropped nothing. */
export function scanWrites(db: Connection, keys: SiteKeyMaker, scans: OpenScans): Pick<Mirror, 'beginScan'> {
  const unchanged = db.query(
    `SELECT 1 FROM local
       WHERE site_key = ? AND path_key = ? AND path = ? AND size = ? AND mtime_ns = ? AND ino = ?`,
    () => true,
  );
  // A new spelling of the same path leaves the content, and so its hash, as it was.
  const upsert = db.command(
    `INSERT INTO local (site_key, path_key, path, size, mtime_ns, ino) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (site_key, path_key) DO UPDATE SET
       path = excluded.path, size = excluded.size, mtime_ns = excluded.mtime_ns, ino = excluded.ino,
       hash = iif((size, mtime_ns, ino) = (excluded.size, excluded.mtime_ns, excluded.ino), hash, NULL)`,
  );
  const paths = db.query('SELECT path_key FROM local WHERE site_key = ?', ([key]) => text(key) as PathKey);
  const remove = db.command('DELETE FROM local WHERE site_key = ? AND path_key = ?');
  const saveEnd = db.command(`
    INSERT INTO site_state (site_key, scanned_at) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET scanned_at = excluded.scanned_at`);

  function begin(site: SiteId): ScanWriter {
    const key = keys.findOrMake(site);
    const overruled = scans.begin(key);
    const seen = new Set<string>();

    function take(file: ScannedFile): void {
      const nfc = pathKey(file.path);
      seen.add(nfc);
      if (overruled.has(nfc)) return;
      const columns = [key, nfc, file.path, file.size, file.mtimeNs, inodeColumn(file.ino)] as const;
      if (unchanged.get(...columns) === null) db.writes += upsert.run(...columns);
    }

    return {
      add: (files) =>
        db.transaction(() => {
          if (keys.find(site) === key) files.forEach(take); // else unfollowed meanwhile
        }),
      finish: (unreadable, below, at) =>
        db.transaction(() => {
          if (keys.find(site) !== key) return 0;
          const judged = scope(unreadable, below);
          const unseen = (path: PathKey): boolean => !seen.has(path) && !overruled.has(path);
          const gone = paths.all(key).filter((path) => unseen(path) && judged(path));
          for (const path of gone) remove.run(key, path);
          saveEnd.run(key, at);
          scans.end(key);
          db.writes += gone.length;
          return gone.length;
        }),
    };
  }
  return { beginScan: begin };
}

/** Whether the scan could have seen a path (in its NFC form), so that its absence means that the file is gone. */
function scope(unreadable: readonly string[], below: readonly string[] | null): (path: string) => boolean {
  const hidden = unreadable.map(prefix);
  const covered = below?.map(prefix) ?? [''];
  return (path) =>
    covered.some((start) => path.startsWith(start)) && !hidden.some((start) => path.startsWith(start));
}

/** What every path inside a folder begins with; `''` is the site's folder itself. */
function prefix(folder: string): string {
  return folder === '' ? '' : `${folder.normalize('NFC')}/`;
}
