import type { Migration } from './migration.ts';

/** The folders that could not be read, and what was missing when they came: see `forbidden-folders.ts` of the guards. */
export const forbiddenFolders: Migration = {
  version: 24,
  sql: `
    CREATE TABLE forbidden_folder (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      folder TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (site_key, folder)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE missing_file (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      path TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (site_key, path)
    ) STRICT, WITHOUT ROWID;
  `,
};
