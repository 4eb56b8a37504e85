import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';

import { Connection } from '../../../main/adapters/sqlite/connection.ts';

vi.mock('node:worker_threads', async (original) => ({
  ...(await original<object>()),
  Worker: function noRoom(): never {
    throw new Error('EAGAIN: the system has no room for another thread');
  },
}));

it('what is gathered is written where the system has no room for another thread', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'mirror-no-thread-'));
  const db = new Database(path.join(dir, 'a.sqlite'));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE t (x BLOB) STRICT');
  const connection = new Connection(db, {});
  const put = connection.command('INSERT INTO t VALUES (zeroblob(9000))');
  const lost: unknown[] = [];
  for (let row = 0; row < 16_001; row++)
    connection.gather(
      () => {
        connection.writes += put.run();
      },
      (why) => lost.push(why),
    );
  await connection.room();
  connection.settle();
  expect(lost).toEqual([]);
  expect(db.inTransaction).toBe(false);
  const reader = new Database(db.name, { readonly: true });
  expect(reader.prepare('SELECT count(*) FROM t').pluck().get()).toBe(16_001);
  reader.close();
  connection.close();
  rmSync(dir, { recursive: true });
});
