import type { Migration } from './migration.ts';

/**
 * The pages of the last complete listing. `pages` of them stand for the rows of `remote` as long as nobody else writes one
 * of these; 0 where none do. Numbered like the rows of remote; the ids come last, so that the rest is read without them.
 */
export const listedPages: Migration = {
  version: 6,
  sql: `
    ALTER TABLE site_state ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE listed_page (
      row INTEGER PRIMARY KEY,
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      asked_offset INTEGER NOT NULL,
      asked_limit INTEGER NOT NULL,
      version TEXT NOT NULL,
      count INTEGER,
      next_offset INTEGER,
      next_limit INTEGER,
      ids TEXT NOT NULL
    ) STRICT;
  `,
};
