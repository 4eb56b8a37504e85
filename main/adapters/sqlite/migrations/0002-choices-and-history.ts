import type { Migration } from './migration.ts';

/** What people see and decide: items that failed, deletes that wait, choices for single files, and the history. */
export const choicesAndHistory: Migration = {
  version: 2,
  sql: `
    ALTER TABLE site_state ADD COLUMN held TEXT;

    CREATE TABLE attempt (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      key TEXT NOT NULL,
      path TEXT NOT NULL,
      action TEXT NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL,
      hint TEXT NOT NULL,
      tries INTEGER NOT NULL,
      next_at INTEGER,
      state TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (site_key, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pin (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      keep INTEGER NOT NULL,
      PRIMARY KEY (site_key, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chosen_category (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      path TEXT NOT NULL,
      category TEXT NOT NULL,
      PRIMARY KEY (site_key, path)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE approved_delete (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      PRIMARY KEY (site_key, id)
    ) STRICT, WITHOUT ROWID;

    -- The history outlives the following of a site, so it names the site itself.
    CREATE TABLE activity (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      site TEXT NOT NULL,
      file TEXT,
      path TEXT NOT NULL,
      action TEXT NOT NULL,
      reason TEXT NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX activity_of_site ON activity (site, seq);
  `,
};
