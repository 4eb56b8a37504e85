import type { Migration } from './migration.ts';

/** The folders in a site's folder at which drives of their own were seen: see `drives.ts` of the sync. */
export const drivesInside: Migration = {
  version: 13,
  sql: `
    CREATE TABLE drive (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      folder TEXT NOT NULL,
      disk TEXT NOT NULL,
      PRIMARY KEY (site_key, folder)
    ) STRICT, WITHOUT ROWID;
  `,
};
