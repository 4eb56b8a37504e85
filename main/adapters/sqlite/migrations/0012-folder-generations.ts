import type { Migration } from './migration.ts';

/** Which words of the folder's marker are known here: see `generation.ts` of the sync. */
export const folderGenerations: Migration = {
  version: 12,
  sql: `
    CREATE TABLE folder_generation (
      site_key INTEGER PRIMARY KEY REFERENCES site_key (key) ON DELETE CASCADE,
      now TEXT,
      before TEXT
    ) STRICT;
  `,
};
