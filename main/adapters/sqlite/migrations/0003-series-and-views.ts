import type { Migration } from './migration.ts';

/** Timeseries that were fetched, saved views, and what people decided about datamodels. */
export const seriesAndViews: Migration = {
  version: 3,
  sql: `
    -- Names its site itself: what was fetched of a site that is not followed (any more) stays until it is evicted.
    -- origin is the service's base URL: the same site id there is another site.
    CREATE TABLE series (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      origin TEXT NOT NULL,
      site TEXT NOT NULL,
      id TEXT NOT NULL,
      last_at INTEGER,
      checked_at INTEGER,
      used_at INTEGER NOT NULL,
      bytes INTEGER NOT NULL DEFAULT 0,
      UNIQUE (origin, site, id)
    ) STRICT;

    CREATE TABLE series_cover (
      series_key INTEGER NOT NULL REFERENCES series (key) ON DELETE CASCADE,
      from_at INTEGER NOT NULL,
      to_at INTEGER NOT NULL,
      fetched_at INTEGER NOT NULL,
      PRIMARY KEY (series_key, from_at)
    ) STRICT, WITHOUT ROWID;

    -- row is (series << 20) + day + 524288, with days counted from 1970, so that the days of a series lie together.
    -- The samples come last: what is said of a day is read without them.
    CREATE TABLE series_day (
      row INTEGER PRIMARY KEY,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      step REAL,
      bytes INTEGER NOT NULL,
      points BLOB NOT NULL
    ) STRICT;

    -- Numbered like the rows of series_day; the shortest first, for the same reason.
    CREATE TABLE series_rollup (
      row INTEGER PRIMARY KEY,
      day BLOB,
      hour BLOB,
      quarter BLOB
    ) STRICT;

    CREATE TABLE saved_view (
      site TEXT NOT NULL,
      id TEXT NOT NULL,
      view TEXT NOT NULL,
      PRIMARY KEY (site, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE favourite_point (
      site TEXT NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (site, id)
    ) STRICT, WITHOUT ROWID;

    -- Once for all files of a site that have the same header.
    CREATE TABLE column_mapping (
      site TEXT NOT NULL,
      header TEXT NOT NULL,
      mapping TEXT NOT NULL,
      PRIMARY KEY (site, header)
    ) STRICT, WITHOUT ROWID;

    -- The points of a datamodel as it was when both sides agreed: a changed one is compared with them.
    CREATE TABLE agreed_datamodel (
      site TEXT NOT NULL,
      file TEXT NOT NULL,
      hash TEXT NOT NULL,
      points TEXT NOT NULL,
      PRIMARY KEY (site, file)
    ) STRICT, WITHOUT ROWID;
  `,
};
