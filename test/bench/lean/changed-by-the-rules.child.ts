import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';
import {
  ask,
  contentOf,
  filesBelow,
  openTrees,
  send,
  versionOf,
  type Seen,
  type Told,
} from './by-the-rules.ts';
import { inLanes } from './lanes.ts';

/**
 * The least work for a second sync by the rules: a listing with overlapping pages, each record compared with what is
 * known of it, and a request for each record right before it is replaced.
 */
const { folder, url, database, lanes } = argumentsOf() as {
  folder: string;
  url: string;
  database: string;
  lanes: number;
};
interface Known extends Seen {
  readonly id: string;
  readonly version: string;
}

const trees = openTrees(database);
const rows = trees.db
  .prepare('SELECT path, id, size, mtime, ino, version FROM base')
  .raw(true)
  .safeIntegers(true)
  .all();
const known = new Map<string, Known>();
const versions = new Map<string, string>();
for (const [path, id, size, mtime, ino, version] of rows as [
  string,
  string,
  bigint,
  bigint,
  bigint,
  string,
][]) {
  known.set(path, { path, id, size, mtime, ino, version });
  versions.set(id, version);
}
const pool = new Pool(url, { connections: lanes });
const listed = new Set<string>();
for (let offset = 0, count = 2; offset < count - 1; offset = listed.size - 1) {
  const page = await ask<{ count: number; results: readonly Told[] }>(pool, {
    method: 'GET',
    path: `/api/v1/files/?limit=500&offset=${offset}`,
  });
  count = page.count;
  for (const record of page.results) {
    listed.add(record.id);
    if (versions.get(record.id) !== versionOf(record)) throw new Error(`${record.id} changed on the service`);
  }
}
const changed = filesBelow(folder).flatMap((file) => {
  const before = known.get(file.path);
  const same = before?.mtime === file.mtime && before.size === file.size && before.ino === file.ino;
  return before === undefined || same ? [] : [{ file, before }];
});
trees.db.exec('BEGIN');
await inLanes(changed, lanes, async ({ file, before }) => {
  const address = `/api/v1/files/${before.id}/`;
  const now = await ask(pool, { method: 'GET', path: address });
  if (versionOf(now) !== before.version) throw new Error(`${file.path} changed on the service`);
  const content = contentOf(folder, file);
  const opId = randomUUID();
  trees.agree(await send(pool, 'PUT', address, file, content, opId), file, content.sha256, opId);
});
trees.db.exec('COMMIT');
trees.db.close();
await pool.close();
say({ updated: changed.length, listed: listed.size });
