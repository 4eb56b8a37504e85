import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Connection, ConnectionWatch } from '../../../main/adapters/sqlite/connection.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { ConnectionHome } from './connection-home.ts';

let home: ConnectionHome;
let db: Database.Database;

beforeEach(() => {
  home = new ConnectionHome();
  ({ db } = home);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  home.remove();
});

const connect = (watch?: ConnectionWatch): Connection => home.connect(watch);

describe('a database that another program keeps locked', () => {
  it('is waited for: nothing is written, it says who is at fault, and all goes on when that lets go', () => {
    const connection = connect();
    const put = connection.command('INSERT INTO t VALUES (?)');
    const lost: unknown[] = [];
    const other = new Database(db.name);
    other.exec('BEGIN IMMEDIATE');
    db.pragma('busy_timeout = 10');
    const writes = [
      () => put.run(1),
      () => connection.transaction(() => put.run(1)),
      () =>
        connection.gather(
          () => put.run(1),
          (why) => lost.push(why),
        ),
    ];
    for (const write of writes) {
      const thrown = whatThrows(write);
      expect(thrown).toMatchObject({ failure: { code: 'mirror-locked', retry: 'later' } });
      expect((thrown as FailureError).failure.message).toContain('another program, perhaps a backup,');
    }
    expect(lost).toHaveLength(1);
    expect(connection.inTransaction).toBe(false);
    other.close();
    for (const write of [writes[1], writes[2]]) {
      write?.();
      connection.settle();
      expect(db.prepare('DELETE FROM t').run().changes).toBe(1);
    }
  });

  it('is waited for also by what reads first, and keeps nobody from reading', async () => {
    const connection = connect();
    const put = connection.command('INSERT INTO t VALUES (?)');
    const count = connection.query('SELECT count(*) FROM t', ([n]) => n);
    const { isHeld, ended } = holdFor(300);
    await isHeld;
    expect(connection.snapshot(() => count.get())).toBe(0);
    connection.transaction(() => put.run(Number(count.get()) + 1));
    expect(count.get()).toBe(2);
    await ended;
  });

  it('is waited for briefly once it was waited for in vain, until it is had again', () => {
    const connection = connect();
    const put = connection.command('INSERT INTO t VALUES (?)');
    const write = (): unknown => connection.transaction(() => put.run(1));
    const patience = (): unknown => db.pragma('busy_timeout', { simple: true });
    const other = new Database(db.name);
    other.exec('BEGIN IMMEDIATE');
    db.pragma('busy_timeout = 10');
    expect(whatThrows(write)).toBeInstanceOf(FailureError);
    expect(patience()).toBe(100);
    connection.snapshot(() => null);
    expect(whatThrows(write)).toBeInstanceOf(FailureError);
    expect(patience()).toBe(100);
    other.close();
    write();
    expect(patience()).toBe(5000);
  });

  /** Another thread writes one row, and holds the lock for so long after that, ms. */
  function holdFor(ms: number): { readonly isHeld: Promise<unknown>; readonly ended: Promise<unknown> } {
    const other = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const db = new (require(workerData.sqlite))(workerData.file);
       db.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (7)');
       parentPort.postMessage(null);
       setTimeout(() => { db.exec('COMMIT'); db.close(); }, workerData.ms);`,
      {
        eval: true,
        workerData: { file: db.name, ms, sqlite: createRequire(import.meta.url).resolve('better-sqlite3') },
      },
    );
    return { isHeld: once(other, 'message'), ended: once(other, 'exit') };
  }

  function whatThrows(work: () => unknown): unknown {
    try {
      work();
    } catch (error) {
      return error;
    }
    return null;
  }
});
