import Database from 'better-sqlite3';

export type Db = Database.Database;

/** Everything the service knows apart from file contents; the same list is what a snapshot copies. */
export const TABLES = ['site', 'file', 'model', 'point'] as const;

const SCHEMA = `
  create table if not exists site (
    id text primary key,
    organization text not null,
    name text not null,
    photo text not null,
    created_at text not null,
    address text not null,
    latitude text not null,
    longitude text not null,
    city text not null,
    country text not null,
    country_code text not null,
    timezone text not null,
    triplestore_graph_uri text not null
  ) strict;
  create table if not exists file (
    id text primary key,
    site text not null,
    category text not null,
    name text not null,
    blob text not null,
    size integer not null,
    content_type text not null,
    uploaded_by text not null,
    created_at text not null,
    updated_at text not null,
    metadata text not null
  ) strict;
  create index if not exists file_in_order on file (created_at, id);
  create index if not exists file_of_site on file (site, created_at, id);
  create index if not exists file_of_blob on file (blob);
  create table if not exists model (
    site text not null,
    id text not null,
    blob text not null,
    size integer not null,
    content_type text not null,
    updated_at text not null,
    primary key (site, id)
  ) strict;
  create index if not exists model_of_blob on model (blob);
  create table if not exists point (
    site text not null,
    series text not null,
    month integer not null,
    offsets blob not null,
    vals blob not null,
    primary key (site, series, month)
  ) strict;
`;

/**
 * Opens or makes the database. It outlives a killed process; a power cut it need not outlive, which is what
 * `synchronous = off` saves the time of.
 */
export function openDatabase(path: string): Db {
  const db = new Database(path);
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = off');
  db.exec(SCHEMA);
  return db;
}
