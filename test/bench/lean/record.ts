import Database from 'better-sqlite3';

/** The leanest note of what was done: one prepared insert, one transaction for all. */
export interface Record {
  add(...columns: readonly (string | number | bigint)[]): void;
  close(): void;
}

export function openRecord(path: string): Record {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(
    'CREATE TABLE IF NOT EXISTS done (path TEXT PRIMARY KEY, id TEXT, hash TEXT, size INTEGER, mtime INTEGER) WITHOUT ROWID',
  );
  const insert = db.prepare('INSERT OR REPLACE INTO done VALUES (?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  return {
    add: (...columns) => void insert.run(...columns),
    close: () => {
      db.exec('COMMIT');
      db.close();
    },
  };
}
