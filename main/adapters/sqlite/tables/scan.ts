import type { SiteId } from '../../../../shared/model/ids.ts';
import { folderOf, type PathKey } from '../../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { ScanEnd, ScanStep, ScanWriter } from '../../../sync/ports/mirror-looks.ts';
import type { Connection, Row } from '../connection.ts';
import { inodeColumn } from '../row.ts';
import type { FolderVersions } from './folder-versions.ts';
import { judgedRows } from './judged-rows.ts';
import type { OpenScans } from './open-scans.ts';
import { AT_ONCE } from './ordered-pages.ts';
import { SeenFolders, type SeenFolder } from './seen-folders.ts';
import type { SiteKeyMaker } from './site-keys.ts';

/** A piece of the work: rows that were looked at or written, and those of them that were dropped. */
interface Piece {
  readonly rows: number;
  readonly dropped: number;
}

/**
 * Takes a scan over when all of it is seen, folder by folder; a crash in between has dropped nothing that is there. Folders
 * that have the version for which their rows stand are passed over.
 */
export function scanWrites(
  db: Connection,
  keys: SiteKeyMaker,
  scans: OpenScans,
  folders: FolderVersions,
): Pick<Mirror, 'beginScan'> {
  // A new spelling of the same path leaves the content, and so its hash, as it was. What loses its hash is the next to be
  // read again, should it turn out to be as it was agreed on.
  const isSame = '(size, mtime_ns, ino) = (excluded.size, excluded.mtime_ns, excluded.ino)';
  const upsert = db.command(
    `INSERT INTO local (site_key, path_key, path, size, mtime_ns, ino) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (site_key, path_key) DO UPDATE SET
       path = excluded.path, size = excluded.size, mtime_ns = excluded.mtime_ns, ino = excluded.ino,
       hash = iif(${isSame}, hash, NULL), hash_turn = iif(${isSame}, hash_turn, 0)`,
  );
  const anyBelow = db.query(
    'SELECT 1 FROM local WHERE site_key = ? AND path_key > ? AND path_key < ? LIMIT 1',
    () => true,
  );
  const fileAt = db.query('SELECT 1 FROM local WHERE site_key = ? AND path_key = ?', () => true);
  const judged = judgedRows(db);
  const remove = db.command('DELETE FROM local WHERE site_key = ? AND path_key = ?');
  const saveEnd = db.command(`
    INSERT INTO site_state (site_key, scanned_at) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET scanned_at = excluded.scanned_at`);

  function begin(site: SiteId): ScanWriter {
    const key = keys.findOrMake(site);
    const overruled = scans.begin(key);
    const seen = new SeenFolders();
    /** By the step that is under way. */
    let written: PathKey[] = [];

    function put(nfc: PathKey, file: ScannedFile): void {
      db.writes += upsert.run(key, nfc, file.path, file.size, file.mtimeNs, inodeColumn(file.ino));
      written.push(nfc);
    }

    function drop(nfc: string): number {
      const dropped = remove.run(key, nfc);
      db.writes += dropped;
      return dropped;
    }

    /** Where a file lies in it there is a folder, whatever was known under that name. Returns rows dropped. */
    function clearWay(to: string): number {
      let dropped = 0;
      for (let folder = to as PathKey; folder !== ''; folder = folderOf(folder) as PathKey) {
        // Seen as both: it changed while the scan looked, and another one will tell.
        if (overruled.paths.has(folder) || seen.hasFile(folder) || drop(folder) === 0) continue;
        folders.outdate(key, folderOf(folder));
        dropped += 1;
      }
      return dropped;
    }

    /** Compares a folder's rows with what was seen in it. What was not seen goes where `isGone` allows it. */
    function* take(
      folder: string,
      { files, version }: SeenFolder,
      isGone: (path: string) => boolean,
    ): Iterable<Piece> {
      folders.outdate(key, folder);
      const fresh = new Map(files);
      const left = { rows: files.size, unseen: 0 };
      const judge = (row: Row): number => {
        const nfc = row[0] as PathKey;
        const file = files.get(nfc);
        fresh.delete(nfc);
        if (file === undefined && !overruled.paths.has(nfc) && isGone(nfc)) return drop(nfc);
        if (file === undefined) left.unseen += 1;
        else if (!overruled.paths.has(nfc) && !isAsItWas(row, file)) put(nfc, file);
        return 0;
      };
      for (const page of judged.rowsIn(key, folder))
        yield { rows: page.length, dropped: page.reduce((dropped, row) => dropped + judge(row), 0) };
      let written = 0;
      for (const [nfc, file] of fresh) {
        if (overruled.paths.has(nfc)) continue;
        const dropped = written === 0 ? clearWay(folder) : 0;
        put(nfc, file);
        written += 1;
        if (dropped > 0 || written % AT_ONCE === 0) yield { rows: AT_ONCE, dropped };
      }
      if (!overruled.folders.has(folder)) {
        if (left.rows + left.unseen === 0) folders.drop(key, folder);
        else if (version !== null && left.unseen === 0) folders.save(key, folder, version);
      }
      yield { rows: written % AT_ONCE, dropped: 0 };
    }

    function* takeAll(end: ScanEnd): Iterable<Piece> {
      const isHidden = below(end.unreadable);
      for (const page of judged.folders(key, end)) {
        for (const folder of page) {
          const found = seen.take(folder);
          if (found.isAsItWas && found.files.size === 0) continue;
          yield* take(folder, found, (path) => !found.isAsItWas && !isHidden(path));
        }
        yield { rows: page.length, dropped: 0 };
      }
      // Without a row until now, or none that this scan judges.
      for (const [folder, found] of seen.left()) yield* take(folder, found, () => false);
    }

    /** Of the files that are known below a folder. */
    function seenBelow(folder: string): ReturnType<ScanWriter['seenBelow']> {
      const end = { scope: { below: [folder], directly: [] }, standing: [], unreadable: [], at: 0 };
      const counts = { seen: 0, all: 0 };
      for (const page of judged.folders(key, end))
        for (const each of page)
          for (const rows of judged.rowsIn(key, each)) {
            counts.all += rows.length;
            counts.seen += rows.filter((row) => seen.hasFile(row[0] as PathKey)).length;
          }
      if (counts.seen === counts.all) return 'all';
      return counts.seen === 0 ? 'none' : 'some';
    }

    function* steps(end: ScanEnd): Iterable<ScanStep> {
      const pieces = takeAll(end)[Symbol.iterator]();
      for (let isOver = false; !isOver;) {
        if (keys.find(site) !== key) return; // unfollowed meanwhile
        written = [];
        const step = db.transaction(() => {
          const done = several(pieces);
          if (done.isOver) saveEnd.run(key, end.at);
          return done;
        });
        isOver = step.isOver;
        yield { written, dropped: step.dropped };
      }
      scans.end(key);
    }

    return {
      versions: (scope) => seen.expect(folders.of(key, scope)),
      add: (files) => seen.add(files),
      addFolders: (found) => seen.addFolders(found),
      knows: (folder) => {
        const name = folder.normalize('NFC');
        return anyBelow.get(key, `${name}/`, `${name}0`) !== null;
      },
      knowsFile: (path) => fileAt.get(key, path.normalize('NFC')) !== null,
      seenBelow,
      finish: steps,
    };
  }
  return { beginScan: begin };
}

/** As many pieces as make a transaction worth its while. */
function several(pieces: Iterator<Piece>): { readonly dropped: number; readonly isOver: boolean } {
  let dropped = 0;
  for (let rows = 0; rows < AT_ONCE;) {
    const piece = pieces.next();
    if (piece.done === true) return { dropped, isOver: true };
    rows += piece.value.rows;
    dropped += piece.value.dropped;
  }
  return { dropped, isOver: false };
}

function isAsItWas([, path, size, mtimeNs, ino]: Row, file: ScannedFile): boolean {
  return (
    path === file.path &&
    mtimeNs === file.mtimeNs &&
    Number(size) === file.size &&
    ino === inodeColumn(file.ino)
  );
}

/** Is a path (in its NFC form) one of these, or does it lie below one? Then its absence says nothing. */
function below(folders: readonly string[]): (path: string) => boolean {
  const starts = folders.map((folder) => (folder === '' ? '' : `${folder.normalize('NFC')}/`));
  return (path) => starts.some((start) => `${path}/`.startsWith(start));
}
