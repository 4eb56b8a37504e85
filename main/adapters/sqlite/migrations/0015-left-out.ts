import type { Migration } from './migration.ts';

/** What lies in a site's folder and is left out on purpose, as a link. */
export const leftOut: Migration = {
  version: 15,
  sql: `
    CREATE TABLE left_out (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      path TEXT NOT NULL,
      kind TEXT NOT NULL,
      PRIMARY KEY (site_key, path)
    ) STRICT, WITHOUT ROWID;
  `,
};
