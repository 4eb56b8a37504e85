import type { SiteId } from '../../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import type { Mirror, ScanEnd, ScanWriter } from '../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../connection.ts';
import { inodeColumn } from '../row.ts';
import { judgedRows } from './judged-rows.ts';
import type { OpenScans } from './open-scans.ts';
import type { SiteKeyMaker } from './site-keys.ts';

/** Files that are new to the mirror, written in one step. */
const AT_ONCE = 500;

/** Takes a scan over when all of it is seen, step by step; a crash between steps has dropped nothing that is there. */
export function scanWrites(db: Connection, keys: SiteKeyMaker, scans: OpenScans): Pick<Mirror, 'beginScan'> {
  // A new spelling of the same path leaves the content, and so its hash, as it was.
  const upsert = db.command(
    `INSERT INTO local (site_key, path_key, path, size, mtime_ns, ino) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (site_key, path_key) DO UPDATE SET
       path = excluded.path, size = excluded.size, mtime_ns = excluded.mtime_ns, ino = excluded.ino,
       hash = iif((size, mtime_ns, ino) = (excluded.size, excluded.mtime_ns, excluded.ino), hash, NULL)`,
  );
  const anyBelow = db.query(
    'SELECT 1 FROM local WHERE site_key = ? AND path_key > ? AND path_key < ? LIMIT 1',
    () => true,
  );
  const rowsFor = judgedRows(db);
  const remove = db.command('DELETE FROM local WHERE site_key = ? AND path_key = ?');
  const saveEnd = db.command(`
    INSERT INTO site_state (site_key, scanned_at) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET scanned_at = excluded.scanned_at`);

  function begin(site: SiteId): ScanWriter {
    const key = keys.findOrMake(site);
    const overruled = scans.begin(key);
    /** Null once the row of a file was looked at. */
    const seen = new Map<PathKey, ScannedFile | null>();
    /** Of files that are new. */
    const folders = new Set<PathKey>();

    function put(nfc: PathKey, file: ScannedFile): void {
      db.writes += upsert.run(key, nfc, file.path, file.size, file.mtimeNs, inodeColumn(file.ino));
    }

    /** Returns 1 where the row was dropped. */
    function judge(row: Row, isHidden: (path: string) => boolean): number {
      const nfc = row[0] as PathKey;
      const file = seen.get(nfc);
      if (file === undefined) {
        if (overruled.has(nfc) || isHidden(nfc)) return 0;
        db.writes += 1;
        return remove.run(key, nfc);
      }
      if (file === null) return 0;
      seen.set(nfc, null);
      if (!overruled.has(nfc) && !isAsItWas(row, file)) put(nfc, file);
      return 0;
    }

    /** Where a file lies in it there is a folder, whatever was known under that name. Returns rows dropped. */
    function clearWay(file: PathKey): number {
      let dropped = 0;
      let slash = file.lastIndexOf('/');
      for (; slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
        const folder = file.slice(0, slash) as PathKey;
        if (folders.has(folder)) break;
        folders.add(folder);
        // Seen as both: it changed while the scan looked, and another one will tell.
        if (!overruled.has(folder) && !seen.has(folder)) dropped += remove.run(key, folder);
      }
      db.writes += dropped;
      return dropped;
    }

    function putNew(page: Page): number {
      let dropped = 0;
      for (const [nfc, file] of page) {
        if (overruled.has(nfc)) continue;
        dropped += clearWay(nfc);
        put(nfc, file);
      }
      return dropped;
    }

    function* steps(end: ScanEnd): Iterable<number> {
      const followed = (): boolean => keys.find(site) === key; // else unfollowed meanwhile
      const isHidden = below(end.unreadable);
      for (const page of rowsFor(key, end)) {
        if (!followed()) return;
        yield db.transaction(() => page.reduce((dropped, row) => dropped + judge(row, isHidden), 0));
      }
      for (const page of pagesOf(seen)) {
        if (!followed()) return;
        yield db.transaction(() => putNew(page));
      }
      if (!followed()) return;
      db.transaction(() => saveEnd.run(key, end.at));
      scans.end(key);
    }

    return {
      add: (files) => {
        for (const file of files) seen.set(pathKey(file.path), file);
      },
      knows: (folder) => {
        const name = folder.normalize('NFC');
        return anyBelow.get(key, `${name}/`, `${name}0`) !== null;
      },
      finish: steps,
    };
  }
  return { beginScan: begin };
}

function isAsItWas([, path, size, mtimeNs, ino]: Row, file: ScannedFile): boolean {
  return (
    path === file.path &&
    mtimeNs === file.mtimeNs &&
    Number(size) === file.size &&
    ino === inodeColumn(file.ino)
  );
}

type Page = readonly (readonly [PathKey, ScannedFile])[];

/** What is left when all rows were looked at: files without one. */
function* pagesOf(seen: ReadonlyMap<PathKey, ScannedFile | null>): Iterable<Page> {
  let page: (readonly [PathKey, ScannedFile])[] = [];
  for (const [key, file] of seen) {
    if (file === null || page.push([key, file]) < AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Does a path (in its NFC form) lie below one of these folders? Then its absence says nothing. */
function below(folders: readonly string[]): (path: string) => boolean {
  const starts = folders.map((folder) => (folder === '' ? '' : `${folder.normalize('NFC')}/`));
  return (path) => starts.some((start) => path.startsWith(start));
}
