import type { Migration } from './migration.ts';

/** Which versions a record says that it is based on, and what was sent over its bytes from here: see `lineage.ts` of the engine. */
export const linesOfVersions: Migration = {
  version: 10,
  sql: `
    ALTER TABLE remote ADD COLUMN fact_based_on TEXT;

    CREATE TABLE sent_bytes (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      op_id TEXT NOT NULL,
      hash TEXT NOT NULL,
      before TEXT NOT NULL,
      line TEXT NOT NULL,
      PRIMARY KEY (site_key, id)
    ) STRICT, WITHOUT ROWID;
  `,
};
