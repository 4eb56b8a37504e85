import type { Migration } from './migration.ts';

/** What versions of records hold, noted before it is agreed on: bytes that are placed over a file which was moved here. */
export const knownBytes: Migration = {
  version: 8,
  sql: `
    CREATE TABLE known_bytes (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      hash TEXT NOT NULL,
      size INTEGER NOT NULL,
      remote TEXT NOT NULL,
      PRIMARY KEY (site_key, id, hash)
    ) STRICT, WITHOUT ROWID;
  `,
};
