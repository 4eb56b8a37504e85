import type { Migration } from './migration.ts';

/** Updates of which no agreement tells yet what came of them. Several of a record, where none of them was answered. */
export const openUpdates: Migration = {
  version: 16,
  sql: `
    CREATE TABLE open_update (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      op_id TEXT NOT NULL,
      replaces TEXT NOT NULL,
      path TEXT,
      stated TEXT NOT NULL,
      category TEXT NOT NULL,
      name TEXT NOT NULL,
      hash TEXT NOT NULL,
      size INTEGER NOT NULL,
      mtime_ns INTEGER NOT NULL,
      ino INTEGER NOT NULL,
      due INTEGER,
      based_on TEXT,
      PRIMARY KEY (site_key, id, op_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
