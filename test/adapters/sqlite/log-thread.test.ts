import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { LogThread } from '../../../main/adapters/sqlite/log-thread.ts';

const LONG = { timeout: 60_000 } as const;

let dir: string;
let db: Database.Database;
let log: LogThread;

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'mirror-log-'));
  db = new Database(path.join(dir, 'a.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE t (x BLOB) STRICT');
  log = new LogThread(db.name);
});

afterEach(() => {
  log.close();
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

const write = () => db.exec('INSERT INTO t VALUES (zeroblob(1000000))');

it('takes in what is committed', LONG, async () => {
  for (let round = 1; round <= 3; round++) {
    write();
    log.take();
    await log.taken();
    expect(statSync(db.name).size).toBeGreaterThan(round * 1_000_000);
  }
  expect(db.prepare('SELECT sum(length(x)) FROM t').pluck().get()).toBe(3_000_000);
});

it('waits for nothing where nothing was asked for', async () => {
  await log.taken();
  expect(log.running).toBe(false);
});

it('ends when it is not asked any more, and starts again when it is', LONG, async () => {
  log.take();
  await log.taken();
  await expect.poll(() => log.running).toBe(false);
  write();
  log.take();
  await log.taken();
  expect(statSync(db.name).size).toBeGreaterThan(1_000_000);
});

it('keeps nobody waiting whose file is gone', LONG, async () => {
  const nowhere = new LogThread(path.join(dir, 'nowhere.sqlite'));
  nowhere.take();
  await nowhere.taken();
  expect(nowhere.running).toBe(false);
});

it('keeps nobody waiting for a disk that does not answer', async () => {
  vi.useFakeTimers();
  log.take();
  let over = false;
  const waiting = log.taken().then(() => (over = true));
  await vi.advanceTimersByTimeAsync(4999);
  // The thread takes longer to start than this takes.
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  vi.useRealTimers();
});

it.skipIf(process.platform !== 'linux')('has let go of the file when it is closed', LONG, async () => {
  const held = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === db.name;
      } catch {
        return false;
      }
    });
  log.take();
  await log.taken();
  for (let round = 0; round < 20; round++) write();
  log.take();
  log.close();
  // SQLite keeps what this thread has open as long as another connection of the process has the file too.
  db.close();
  expect(held()).toEqual([]);
});
