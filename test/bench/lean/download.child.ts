import { hash } from 'node:crypto';
import {
  closeSync,
  fsync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';
import { inLanes } from './lanes.ts';
import { openRecord } from './record.ts';

/** The least work for a first download that does the same on the disk: temporary file, fsync, time, rename. */
interface Listed {
  readonly id: string;
  readonly metadata: { readonly sitesync: { readonly path: string; readonly mtime: number } };
}

const { folder, url, database, lanes } = argumentsOf() as {
  folder: string;
  url: string;
  database: string;
  lanes: number;
};
const flush = promisify(fsync);
const pool = new Pool(url, { connections: lanes });
const record = openRecord(database);
const headers = { authorization: 'Bearer demo-token' };
const rows: Listed[] = [];
for (let offset = 0, count = 1; offset < count; offset += 500) {
  const path = `/api/v1/files/?limit=500&offset=${offset}`;
  const page = (await (await pool.request({ method: 'GET', path, headers })).body.json()) as {
    count: number;
    results: Listed[];
  };
  count = page.count;
  rows.push(...page.results);
}
const parts = join(folder, '.parts');
mkdirSync(parts, { recursive: true });
const folders = new Set<string>();
await inLanes(rows, lanes, async ({ id, metadata: { sitesync } }) => {
  const { body } = await pool.request({ method: 'GET', path: `/api/v1/files/${id}/download/`, headers });
  const bytes = Buffer.from(await body.arrayBuffer());
  const part = join(parts, id);
  const descriptor = openSync(part, 'wx');
  writeSync(descriptor, bytes);
  await flush(descriptor);
  closeSync(descriptor);
  const seconds = sitesync.mtime / 1000;
  utimesSync(part, seconds, seconds);
  const target = join(folder, sitesync.path);
  if (!folders.has(dirname(target))) {
    folders.add(dirname(target));
    mkdirSync(dirname(target), { recursive: true });
  }
  renameSync(part, target);
  const { mtimeNs } = lstatSync(target, { bigint: true });
  record.add(sitesync.path, id, hash('sha256', bytes, 'hex'), bytes.length, mtimeNs);
});
for (const each of folders) {
  const descriptor = openSync(each, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
record.close();
await pool.close();
say({ files: rows.length });
