import type { Migration } from './migration.ts';

/** What a sync cannot do without: settings, sites, the three trees, and creates that are under way. */
export const treesAndIntents: Migration = {
  version: 1,
  sql: `
    CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE site (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      organization TEXT,
      photo_url TEXT,
      created_at TEXT,
      address TEXT,
      latitude TEXT,
      longitude TEXT,
      city TEXT,
      country TEXT,
      country_code TEXT,
      timezone TEXT,
      graph_uri TEXT
    ) STRICT, WITHOUT ROWID;

    -- A small number for each site of which something is kept, so that 100,000 rows need not repeat its id.
    -- Never reused: a listing that outlives an unfollow must not write into the site followed next.
    CREATE TABLE site_key (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      site TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE followed (
      site_key INTEGER PRIMARY KEY REFERENCES site_key (key) ON DELETE CASCADE,
      folder TEXT NOT NULL,
      folder_id TEXT NOT NULL,
      keep TEXT NOT NULL,
      paused INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE site_state (
      site_key INTEGER PRIMARY KEY REFERENCES site_key (key) ON DELETE CASCADE,
      listing INTEGER NOT NULL DEFAULT 0,
      listing_fault TEXT,
      listed_at INTEGER,
      scanned_at INTEGER,
      synced_at INTEGER,
      hash_turn INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- Rows are numbered site by site (site_key << 32 and up), so that the rows of a site lie together and one site's
    -- tree is read in one sweep; through an index by random ids it takes four times as long.
    CREATE TABLE remote (
      row INTEGER PRIMARY KEY,
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      category TEXT NOT NULL,
      category_text TEXT NOT NULL,
      name TEXT NOT NULL,
      size INTEGER,
      content_type TEXT,
      uploaded_by TEXT,
      created_at TEXT,
      updated_at TEXT,
      download_url TEXT,
      entity_uri TEXT,
      metadata TEXT NOT NULL,
      fact_path TEXT,
      fact_sha256 TEXT,
      fact_mtime_ms REAL,
      fact_op_id TEXT,
      fingerprint TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      UNIQUE (site_key, id)
    ) STRICT;

    -- mtime in nanoseconds and inode need all 64 bits.
    CREATE TABLE local (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      path_key TEXT NOT NULL,
      path TEXT NOT NULL,
      size INTEGER NOT NULL,
      mtime_ns INTEGER NOT NULL,
      ino INTEGER NOT NULL,
      hash TEXT,
      hash_turn INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (site_key, path_key)
    ) STRICT, WITHOUT ROWID;

    -- Numbered like the rows of remote.
    CREATE TABLE base (
      row INTEGER PRIMARY KEY,
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      id TEXT NOT NULL,
      path TEXT NOT NULL,
      implied_path TEXT NOT NULL,
      category TEXT NOT NULL,
      name TEXT NOT NULL,
      hash TEXT NOT NULL,
      size INTEGER NOT NULL,
      mtime_ns INTEGER NOT NULL,
      ino INTEGER NOT NULL,
      remote TEXT NOT NULL,
      op_id TEXT,
      updated_at TEXT,
      UNIQUE (site_key, id)
    ) STRICT;

    CREATE TABLE intent (
      site_key INTEGER NOT NULL REFERENCES site_key (key) ON DELETE CASCADE,
      op_id TEXT NOT NULL,
      path TEXT NOT NULL,
      name TEXT NOT NULL,
      category TEXT NOT NULL,
      size INTEGER NOT NULL,
      hash TEXT NOT NULL,
      listing INTEGER NOT NULL,
      PRIMARY KEY (site_key, op_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
