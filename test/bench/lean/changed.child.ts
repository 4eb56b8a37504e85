import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Pool } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';
import { bareWalk } from './bare-walk.ts';
import { inLanes } from './lanes.ts';

/** The least work for a second sync: list, walk, compare with what was noted, and PUT what differs. */
const { folder, url, database, lanes } = argumentsOf() as {
  folder: string;
  url: string;
  database: string;
  lanes: number;
};
const pool = new Pool(url, { connections: lanes });
const headers = { authorization: 'Bearer demo-token' };
const listed = new Map<string, string>();
for (let offset = 0, count = 1; offset < count; offset += 500) {
  const path = `/api/v1/files/?limit=500&offset=${offset}`;
  const page = (await (await pool.request({ method: 'GET', path, headers })).body.json()) as {
    count: number;
    results: { id: string; updated_at: string }[];
  };
  count = page.count;
  for (const row of page.results) listed.set(row.id, row.updated_at);
}
const db = new Database(database);
const rows = db.prepare('SELECT path, id, size, mtime FROM done').raw(true).safeIntegers(true).all();
const noted = new Map(
  (rows as [string, string, bigint, bigint][]).map(([path, id, size, mtime]) => [path, { id, size, mtime }]),
);
const changed: { path: string; id: string; size: bigint; mtime: bigint }[] = [];
bareWalk(folder, (path, { size, mtimeNs }) => {
  const before = noted.get(path);
  if (before !== undefined && (before.mtime !== mtimeNs || before.size !== size))
    changed.push({ path, id: before.id, size, mtime: mtimeNs });
});
const update = db.prepare('UPDATE done SET hash = ?, size = ?, mtime = ? WHERE path = ?');
db.exec('BEGIN');
await inLanes(changed, lanes, async ({ path, id, size, mtime }) => {
  const bytes = readFileSync(join(folder, path));
  const sha256 = hash('sha256', bytes, 'hex');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const boundary = `lean-${randomUUID()}`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify({ path, sha256 })}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const { body } = await pool.request({
    method: 'PUT',
    path: `/api/v1/files/${id}/`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  await body.json();
  update.run(sha256, size, mtime, path);
});
db.exec('COMMIT');
db.close();
await pool.close();
say({ updated: changed.length, listed: listed.size });
