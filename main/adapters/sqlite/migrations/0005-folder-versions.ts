import type { Migration } from './migration.ts';

/**
 * Every folder in which a row of `local` lies directly, by its NFC form. With a version those rows are all of what a scan
 * saw in the folder when it had that version; whoever writes one of them otherwise takes the version back.
 */
export const folderVersions: Migration = {
  version: 5,
  sql: `
    CREATE TABLE folder (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      folder TEXT NOT NULL,
      version TEXT,
      PRIMARY KEY (site_key, folder)
    ) STRICT, WITHOUT ROWID;

    -- A path without the characters at its end that are no slash, and without that slash.
    INSERT INTO folder (site_key, folder)
      SELECT DISTINCT site_key, rtrim(rtrim(path_key, replace(path_key, '/', '')), '/') FROM local;
  `,
};
