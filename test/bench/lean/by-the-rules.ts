import { hash, randomUUID } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Dispatcher, Pool } from 'undici';
import { bareWalk } from './bare-walk.ts';

/*
 * Shared by the lean clients that keep the rules of the design and do nothing else: three trees, a look at each file
 * before and after reading it, and versions of records from every field that shows a change. Any error ends them.
 */

export interface Seen {
  readonly path: string;
  readonly size: bigint;
  readonly mtime: bigint;
  readonly ino: bigint;
}

export interface Content {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** A record as the service sends it. */
export type Told = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Trees {
  readonly db: Database.Database;
  readonly addLocal: (file: Seen) => void;
  readonly noteIntent: (opId: string, file: Seen, sha256: string) => void;
  /** Writes that both sides agree: the record, the file, what was agreed, and that it was done. */
  readonly agree: (record: Told, file: Seen, sha256: string, opId: string) => void;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS local
    (path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, ino INTEGER, hash TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS intent
    (op_id TEXT PRIMARY KEY, path TEXT, size INTEGER, hash TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS remote
    (id TEXT PRIMARY KEY, category TEXT, name TEXT, size INTEGER, content_type TEXT, uploaded_by TEXT,
      created_at TEXT, updated_at TEXT, download_url TEXT, entity_uri TEXT, metadata TEXT, version TEXT);
  CREATE TABLE IF NOT EXISTS base
    (id TEXT PRIMARY KEY, path TEXT, hash TEXT, size INTEGER, mtime INTEGER, ino INTEGER, version TEXT, op_id TEXT);
  CREATE TABLE IF NOT EXISTS activity (row INTEGER PRIMARY KEY, at INTEGER, id TEXT, path TEXT, size INTEGER);
`;

export function openTrees(path: string): Trees {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(TABLES);
  const local = db.prepare('INSERT OR REPLACE INTO local VALUES (?, ?, ?, ?, ?)');
  const intent = db.prepare('INSERT INTO intent VALUES (?, ?, ?, ?)');
  const dropIntent = db.prepare('DELETE FROM intent WHERE op_id = ?');
  const remote = db.prepare('INSERT OR REPLACE INTO remote VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const base = db.prepare('INSERT OR REPLACE INTO base VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const activity = db.prepare('INSERT INTO activity VALUES (NULL, ?, ?, ?, ?)');
  return {
    db,
    addLocal: ({ path: at, size, mtime, ino }) => void local.run(at, size, mtime, ino, null),
    noteIntent: (opId, { path: at, size }, sha256) => void intent.run(opId, at, size, sha256),
    agree: (record, { path: at, size, mtime, ino }, sha256, opId) => {
      const version = versionOf(record);
      const columns = [
        'category',
        'name',
        'size_bytes',
        'content_type',
        'uploaded_by',
        'created_at',
        'updated_at',
      ];
      const rest = [...columns, 'download_url', 'entity_uri'].map((column) => record[column]);
      remote.run(record.id, ...rest, JSON.stringify(record['metadata']), version);
      base.run(record.id, at, sha256, size, mtime, ino, version, opId);
      local.run(at, size, mtime, ino, sha256);
      activity.run(Date.now(), record.id, at, size);
      dropIntent.run(opId);
    },
  };
}

/** Commits so that it survives a power cut. */
export function durably({ db }: Trees, write: () => void): void {
  db.pragma('synchronous = FULL');
  db.transaction(write)();
  db.pragma('synchronous = NORMAL');
}

/** A text that identifies the version of a record. */
export function versionOf(record: Told): string {
  const { site, category, name, file, size_bytes: size, content_type: type } = record;
  const { created_at: made, updated_at: changed, uploaded_by: by, entity_uri: uri, metadata } = record;
  const fields = [site, category, name, file, size, type, made, changed, by, uri, metadata];
  return hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 22);
}

export function filesBelow(folder: string): readonly Seen[] {
  const found: Seen[] = [];
  bareWalk(folder, (path, { size, mtimeNs, ino }) => {
    if (!path.startsWith('.sitesync')) found.push({ path, size, mtime: mtimeNs, ino });
  });
  return found;
}

/** The bytes of a file, which must be the same before and after reading. */
export function contentOf(folder: string, { path, size, mtime, ino }: Seen): Content {
  const descriptor = openSync(join(folder, path), 'r');
  const bytes = Buffer.allocUnsafe(Number(size));
  readSync(descriptor, bytes);
  const read = fstatSync(descriptor, { bigint: true });
  closeSync(descriptor);
  for (const now of [read, lstatSync(join(folder, path), { bigint: true })])
    if (now.size !== size || now.mtimeNs !== mtime || now.ino !== ino) throw new Error(`${path} changed`);
  return { bytes, sha256: hash('sha256', bytes, 'hex') };
}

/** Sends a file. Returns the record that the service made. */
export async function send(
  pool: Pool,
  method: 'POST' | 'PUT',
  address: string,
  file: Seen,
  { bytes, sha256 }: Content,
  opId: string,
): Promise<Told> {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const boundary = `lean-${randomUUID()}`;
  const field = (key: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const facts = { path: file.path, sha256, mtime: Number(file.mtime / 1_000_000n), opId };
  const head =
    field('site', 'site-1') +
    field('category', 'other') +
    field('name', name) +
    field('metadata', JSON.stringify({ sitesync: facts })) +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return ask(pool, {
    method,
    path: address,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

export async function ask<T = Told>(
  pool: Pool,
  request: Omit<Dispatcher.RequestOptions, 'headers'> & { readonly headers?: Record<string, string> },
): Promise<T> {
  const headers = { ...request.headers, authorization: 'Bearer demo-token' };
  const { statusCode, body } = await pool.request({ ...request, headers });
  if (statusCode >= 300) throw new Error(`The service said ${statusCode}`);
  return (await body.json()) as T;
}
