import type { SiteId } from '../../../../../shared/model/ids.ts';
import { folderOf, type PathKey } from '../../../../../shared/model/rel-path.ts';
import type { ScannedFile, ScannedFolder, ScanScope } from '../../../../sync/ports/disk.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { ScanEnd, ScanStep, ScanWriter } from '../../../../sync/ports/mirror/looks.ts';
import type { Command, Connection, Row } from '../../connection.ts';
import { inodeColumn } from '../../row.ts';
import type { FolderVersions } from './folder-versions.ts';
import { judgedRows, type JudgedRows } from './judged-rows.ts';
import type { OpenScans, Overruled } from './open-scans.ts';
import { AT_ONCE } from './ordered-pages.ts';
import { ScannedRows } from './scanned-rows.ts';
import { SeenFolders, type SeenFolder } from './seen-folders.ts';
import type { SiteKeyMaker } from '../site-keys.ts';

/** A piece of work: how many rows were looked at or written, and how many of them dropped. */
interface Piece {
  readonly rows: number;
  readonly dropped: number;
}

/** What all scans of a mirror share. */
interface ScanTables {
  readonly db: Connection;
  readonly keys: SiteKeyMaker;
  readonly scans: OpenScans;
  readonly folders: FolderVersions;
  readonly rows: ScannedRows;
  readonly judged: JudgedRows;
  /** Parameters: the site's key, and epoch ms. */
  readonly saveEnd: Command;
}

/**
 * Takes a scan over, folder by folder, once all of it was seen. A crash in between has dropped nothing that is there.
 * Folders that still have the version of their rows are skipped.
 */
export function scanWrites(
  db: Connection,
  keys: SiteKeyMaker,
  scans: OpenScans,
  folders: FolderVersions,
): Pick<Mirror, 'beginScan'> {
  const saveEnd = db.command(`
    INSERT INTO site_state (site_key, scanned_at) VALUES (?, ?)
    ON CONFLICT (site_key) DO UPDATE SET scanned_at = excluded.scanned_at`);
  const tables = { db, keys, scans, folders, rows: new ScannedRows(db), judged: judgedRows(db), saveEnd };
  return { beginScan: (site) => new RunningScan(tables, site) };
}

class RunningScan implements ScanWriter {
  readonly #tables: ScanTables;
  readonly #site: SiteId;
  readonly #key: number;
  /** The scan says nothing about these. */
  readonly #overruled: Overruled;
  readonly #seen = new SeenFolders();
  /** Written by the running step. */
  #written: PathKey[] = [];

  constructor(tables: ScanTables, site: SiteId) {
    this.#tables = tables;
    this.#site = site;
    this.#key = tables.keys.findOrMake(site);
    this.#overruled = tables.scans.begin(this.#key);
  }

  versions(scope: ScanScope | null): ReadonlyMap<string, string> {
    return this.#seen.expect(this.#tables.folders.of(this.#key, scope));
  }

  add(files: readonly ScannedFile[]): void {
    this.#seen.add(files);
  }

  addFolders(folders: readonly ScannedFolder[]): void {
    this.#seen.addFolders(folders);
  }

  knows(folder: string): boolean {
    return this.#tables.rows.hasFileBelow(this.#key, folder);
  }

  unknown(folders: readonly string[]): readonly string[] {
    return this.#tables.rows.withoutFileBelow(this.#key, folders);
  }

  knownAs(path: string): string | null {
    return this.#tables.rows.spelling(this.#key, path);
  }

  seenBelow(folder: string): ReturnType<ScanWriter['seenBelow']> {
    const { judged } = this.#tables;
    const end = { scope: { below: [folder], directly: [] }, standing: [], unreadable: [], at: 0 };
    const counts = { seen: 0, all: 0 };
    for (const page of judged.folders(this.#key, end))
      for (const each of page)
        for (const rows of judged.rowsIn(this.#key, each)) {
          counts.all += rows.length;
          counts.seen += rows.filter((row) => this.#seen.hasFile(row[0] as PathKey)).length;
        }
    if (counts.seen === counts.all) return 'all';
    return counts.seen === 0 ? 'none' : 'some';
  }

  *finish(end: ScanEnd): Iterable<ScanStep> {
    const { db, keys, scans, saveEnd } = this.#tables;
    const pieces = this.#takeAll(end)[Symbol.iterator]();
    for (let isOver = false; !isOver;) {
      if (keys.find(this.#site) !== this.#key) return; // unfollowed meanwhile
      this.#written = [];
      const step = db.transaction(() => {
        const done = several(pieces);
        if (done.isOver) saveEnd.run(this.#key, end.at);
        return done;
      });
      isOver = step.isOver;
      yield { written: this.#written, dropped: step.dropped };
    }
    scans.end(this.#key);
  }

  *#takeAll(end: ScanEnd): Iterable<Piece> {
    const isHidden = below(end.unreadable);
    for (const page of this.#tables.judged.folders(this.#key, end)) {
      for (const folder of page) {
        const found = this.#seen.take(folder);
        if (found.isAsItWas && found.files.size === 0) continue;
        yield* this.#take(folder, found, (path) => !found.isAsItWas && !isHidden(path));
      }
      yield { rows: page.length, dropped: 0 };
    }
    // Folders that had no row before, or none that this scan judges.
    for (const [folder, found] of this.#seen.left()) yield* this.#take(folder, found, () => false);
  }

  /** Compares a folder's rows with what was seen in it. A row that was not seen is dropped if `isGone` allows that. */
  *#take(folder: string, found: SeenFolder, isGone: (path: string) => boolean): Iterable<Piece> {
    this.#tables.folders.outdate(this.#key, folder);
    const fresh = new Map(found.files);
    const unseen = yield* this.#judge(folder, found.files, fresh, isGone);
    const written = yield* this.#putFresh(folder, fresh);
    if (!this.#overruled.folders.has(folder)) this.#saveVersion(folder, found, unseen);
    yield { rows: written % AT_ONCE, dropped: 0 };
  }

  /** Leaves the files without a row in `fresh`. Returns how many rows stay although they were not seen. */
  *#judge(
    folder: string,
    files: SeenFolder['files'],
    fresh: Map<PathKey, ScannedFile>,
    isGone: (path: string) => boolean,
  ): Generator<Piece, number, undefined> {
    let unseen = 0;
    for (const page of this.#tables.judged.rowsIn(this.#key, folder)) {
      let dropped = 0;
      for (const row of page) {
        const path = row[0] as PathKey;
        const file = files.get(path);
        const isJudged = !this.#overruled.paths.has(path);
        fresh.delete(path);
        if (file !== undefined) {
          if (isJudged && !isAsItWas(row, file)) this.#put(path, file);
        } else if (isJudged && isGone(path)) dropped += this.#drop(path);
        else unseen += 1;
      }
      yield { rows: page.length, dropped };
    }
    return unseen;
  }

  /** Returns how many rows it wrote. */
  *#putFresh(folder: string, fresh: ReadonlyMap<PathKey, ScannedFile>): Generator<Piece, number, undefined> {
    let written = 0;
    for (const [path, file] of fresh) {
      if (this.#overruled.paths.has(path)) continue;
      const dropped = written === 0 ? this.#clearWay(folder) : 0;
      this.#put(path, file);
      written += 1;
      if (dropped > 0 || written % AT_ONCE === 0) yield { rows: AT_ONCE, dropped };
    }
    return written;
  }

  /** If a file lies in it, it is a folder, whatever row had that name before. Returns rows dropped. */
  #clearWay(to: string): number {
    let dropped = 0;
    for (let folder = to as PathKey; folder !== ''; folder = folderOf(folder) as PathKey) {
      // It was seen as a file and as a folder: it changed during the scan, and the next one will tell.
      if (this.#overruled.paths.has(folder) || this.#seen.hasFile(folder) || this.#drop(folder) === 0)
        continue;
      this.#tables.folders.outdate(this.#key, folderOf(folder));
      dropped += 1;
    }
    return dropped;
  }

  /** Saves the folder's version if each of its rows was seen. */
  #saveVersion(folder: string, { files, version }: SeenFolder, unseen: number): void {
    const { folders } = this.#tables;
    if (files.size + unseen === 0) folders.drop(this.#key, folder);
    else if (version !== null && unseen === 0) folders.save(this.#key, folder, version);
  }

  #put(path: PathKey, file: ScannedFile): void {
    this.#tables.rows.put(this.#key, path, file);
    this.#written.push(path);
  }

  #drop(path: PathKey): number {
    return this.#tables.rows.drop(this.#key, path);
  }
}

/** Takes as many pieces as make a transaction worth while. */
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

/** Is a path (in NFC) one of these folders, or below one? Then its absence says nothing. */
function below(folders: readonly string[]): (path: string) => boolean {
  const starts = folders.map((folder) => (folder === '' ? '' : `${folder.normalize('NFC')}/`));
  return (path) => starts.some((start) => `${path}/`.startsWith(start));
}
