import type { PathKey } from '../../../../../shared/model/rel-path.ts';
import type { ScannedFile } from '../../../../sync/ports/disk.ts';
import type { Command, Connection, Query } from '../../connection.ts';
import { inodeColumn, textOrNull, whole } from '../../row.ts';

/** The rows of the local tree as a scan writes them and asks for them. */
export class ScannedRows {
  readonly #db: Connection;
  readonly #upsert: Command;
  readonly #remove: Command;
  readonly #at: Query<string>;
  readonly #anyBelow: Query<true>;
  readonly #noneBelow: Query<number>;

  constructor(db: Connection) {
    this.#db = db;
    // Another spelling of the path keeps content and hash. A file that loses its hash is the next to be read again, if
    // it turns out to be as agreed on.
    const isSame = '(size, mtime_ns, ino) = (excluded.size, excluded.mtime_ns, excluded.ino)';
    this.#upsert = db.command(
      `INSERT INTO local (site_key, path_key, path, size, mtime_ns, ino) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (site_key, path_key) DO UPDATE SET
         path = excluded.path, size = excluded.size, mtime_ns = excluded.mtime_ns, ino = excluded.ino,
         hash = iif(${isSame}, hash, NULL), hash_turn = iif(${isSame}, hash_turn, 0)`,
    );
    this.#remove = db.command('DELETE FROM local WHERE site_key = ? AND path_key = ?');
    // A row whose path cannot be read counts all the same.
    this.#at = db.query(
      'SELECT path FROM local WHERE site_key = ? AND path_key = ?',
      ([path]) => textOrNull(path) ?? '',
    );
    this.#anyBelow = db.query(
      'SELECT 1 FROM local WHERE site_key = ? AND path_key > ? AND path_key < ? LIMIT 1',
      () => true,
    );
    this.#noneBelow = db.query(
      `SELECT folder.key FROM json_each(?) folder WHERE NOT EXISTS (
         SELECT 1 FROM local WHERE site_key = ? AND path_key > folder.value || '/' AND path_key < folder.value || '0')`,
      ([index]) => whole(index),
    );
  }

  put(siteKey: number, path: PathKey, file: ScannedFile): void {
    const { size, mtimeNs, ino } = file;
    this.#db.writes += this.#upsert.run(siteKey, path, file.path, size, mtimeNs, inodeColumn(ino));
  }

  /** Returns rows dropped. */
  drop(siteKey: number, path: PathKey): number {
    const dropped = this.#remove.run(siteKey, path);
    this.#db.writes += dropped;
    return dropped;
  }

  /** A file's path as the disk spells it, if it is known. `path` and `folder` may be in any spelling. */
  spelling(siteKey: number, path: string): string | null {
    return this.#at.get(siteKey, path.normalize('NFC'));
  }

  hasFileBelow(siteKey: number, folder: string): boolean {
    const name = folder.normalize('NFC');
    return this.#anyBelow.get(siteKey, `${name}/`, `${name}0`) !== null;
  }

  withoutFileBelow(siteKey: number, folders: readonly string[]): readonly string[] {
    const names = folders.map((folder) => folder.normalize('NFC'));
    const found = new Set(this.#noneBelow.all(JSON.stringify(names), siteKey));
    return folders.filter((_, index) => found.has(index));
  }
}
