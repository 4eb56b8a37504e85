import type { Migration } from './migration.ts';

/**
 * What each row of a listed page read, one mark a row. And the records of which another hand wrote the rows since these
 * pages came: a listing reads them anew, and the pages stand for all others.
 */
export const marksOfRows: Migration = {
  version: 9,
  sql: `
    ALTER TABLE listed_page ADD COLUMN marks TEXT NOT NULL DEFAULT '[]';

    CREATE TABLE rewritten (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      PRIMARY KEY (site_key, id)
    ) STRICT, WITHOUT ROWID;
  `,
};
