import type { Migration } from './migration.ts';

/** A delete counts as carried out only once the service's list no longer shows the record: see `deleted-again.ts`. */
export const deletedRecords: Migration = {
  version: 25,
  sql: `
    CREATE TABLE deleted_record (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      remote TEXT NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (site_key, id)
    ) STRICT, WITHOUT ROWID;
  `,
};
