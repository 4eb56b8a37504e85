import type { Migration } from './migration.ts';

/** The rules by which files of a site were left out: see `ignored-before.ts` of the sync. */
export const ignoredBy: Migration = {
  version: 19,
  sql: `
    CREATE TABLE ignored_by (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      rules TEXT NOT NULL,
      PRIMARY KEY (site_key, position)
    ) STRICT;
  `,
};
