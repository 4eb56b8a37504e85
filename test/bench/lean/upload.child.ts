import { hash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';
import { bareWalk } from './bare-walk.ts';
import { inLanes } from './lanes.ts';
import { openRecord } from './record.ts';

/** The least work for a first upload: walk, read, hash, POST, note the answer. No guard, no proof, no recovery. */
const { folder, url, database, lanes } = argumentsOf() as {
  folder: string;
  url: string;
  database: string;
  lanes: number;
};
const files: { path: string; size: number; mtime: bigint }[] = [];
bareWalk(folder, (path, stats) => {
  if (!path.startsWith('.sitesync')) files.push({ path, size: Number(stats.size), mtime: stats.mtimeNs });
});
const pool = new Pool(url, { connections: lanes });
const record = openRecord(database);
await inLanes(files, lanes, async ({ path, size, mtime }) => {
  const bytes = readFileSync(join(folder, path));
  const sha256 = hash('sha256', bytes, 'hex');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const boundary = `lean-${randomUUID()}`;
  const field = (key: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head =
    field('site', 'site-1') +
    field('category', 'other') +
    field('name', name) +
    field('metadata', JSON.stringify({ path, sha256 })) +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/v1/files/',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization: 'Bearer demo-token',
    },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  const { id } = (await body.json()) as { id: string };
  if (statusCode !== 201) throw new Error(`The service said ${statusCode}`);
  record.add(path, id, sha256, size, mtime);
});
record.close();
await pool.close();
say({ files: files.length });
