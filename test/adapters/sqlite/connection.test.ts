import { statSync } from 'node:fs';
import path from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Connection, ConnectionWatch } from '../../../main/adapters/sqlite/connection.ts';
import { LogThread } from '../../../main/adapters/sqlite/log-thread.ts';
import { text } from '../../../main/adapters/sqlite/row.ts';
import { WrittenOnce } from '../../../main/adapters/sqlite/written-once.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { ConnectionHome } from './connection-home.ts';

let home: ConnectionHome;
let dir: string;
let db: Database.Database;

beforeEach(() => {
  home = new ConnectionHome();
  ({ dir, db } = home);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  home.remove();
});

const connect = (watch?: ConnectionWatch): Connection => home.connect(watch);

describe('a transaction', () => {
  it('that fails has changed nothing and counted nothing', () => {
    const connection = connect();
    const put = connection.command('INSERT INTO t VALUES (?)');
    const failing = () => {
      connection.writes += put.run(1);
      throw new Error('a bug');
    };
    expect(() => connection.transaction(failing)).toThrow('a bug');
    expect(connection.writes).toBe(0);
    expect(db.prepare('SELECT count(*) FROM t').pluck().get()).toBe(0);
  });
});

describe('what is written once in a transaction', () => {
  const open = (): { readonly db: Connection; readonly written: WrittenOnce } => {
    const connection = connect();
    return { db: connection, written: new WrittenOnce(connection) };
  };

  it('is known until its end, also in one within it', () => {
    const { db, written } = open();
    db.transaction(() => {
      written.add('a');
      db.transaction(() => expect([written.has('a'), written.has('b')]).toEqual([true, false]));
      written.delete('a');
      expect(written.has('a')).toBe(false);
    });
  });

  it('is not known to the next one, nor outside', () => {
    const { db, written } = open();
    db.transaction(() => written.add('a'));
    expect(written.has('a')).toBe(false);
    db.transaction(() => expect(written.has('a')).toBe(false));
    written.add('a');
    expect(written.has('a')).toBe(false);
  });

  it('is not known after one that came to nothing', () => {
    const { db, written } = open();
    const failing = (): void => {
      written.add('a');
      throw new Error('a bug');
    };
    expect(() => db.transaction(failing)).toThrow('a bug');
    db.transaction(() => expect(written.has('a')).toBe(false));
  });

  it('is known in all that is gathered, until that is written', () => {
    const { db, written } = open();
    const known = (): boolean =>
      db.gather(
        () => written.has('a'),
        () => undefined,
      );
    db.gather(
      () => written.add('a'),
      () => undefined,
    );
    expect(known()).toBe(true);
    db.settle();
    expect(known()).toBe(false);
  });
});

describe('what is gathered', () => {
  const other = () => new Database(path.join(dir, 'a.sqlite'), { readonly: true });
  const seen = () => {
    const reader = other();
    const count = reader.prepare('SELECT count(*) FROM t').pluck().get();
    reader.close();
    return count;
  };
  /** A connection, two rows gathered in it, and what was told of their loss. */
  function gathered(connection = connect()) {
    const put = connection.command('INSERT INTO t VALUES (?)');
    const lost: unknown[] = [];
    const gather = (x: number) =>
      connection.gather(
        () => {
          connection.writes += put.run(x);
        },
        (why) => lost.push(why),
      );
    gather(1);
    gather(2);
    return { connection, put, gather, lost };
  }

  it('is seen here at once, and elsewhere when it is settled', () => {
    const { connection } = gathered();
    expect(connection.query('SELECT count(*) FROM t', ([n]) => n).get()).toBe(2);
    expect(seen()).toBe(0);
    connection.settle();
    expect(seen()).toBe(2);
  });

  it.each<[string, (connection: Connection, put: ReturnType<Connection['command']>) => unknown]>([
    ['a single write', (_, put) => put.run(3)],
    ['a transaction', (connection, put) => connection.transaction(() => put.run(3))],
    ['a durable one', (connection, put) => connection.durable(() => void put.run(3))],
    [
      'a query that writes',
      (connection) => connection.query('INSERT INTO t VALUES (3) RETURNING x', ([x]) => x).get(),
    ],
    [
      'a table of its own',
      (connection) => connection.define('CREATE TEMP TABLE u (x); INSERT INTO t VALUES (3)'),
    ],
  ])('is written before %s, which fails alone', async (_, write) => {
    const { connection, put, gather } = gathered();
    const again = async () => write(connection, put);
    await again();
    expect(seen()).toBe(3);
    gather(4);
    await expect(again()).rejects.toThrow(/./);
    expect(seen()).toBe(4);
  });

  it('is written after a quarter of a second, after many rows, and at the end', () => {
    vi.useFakeTimers();
    const { connection, gather } = gathered();
    vi.advanceTimersByTime(249);
    expect(seen()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(seen()).toBe(2);
    for (let x = 3; x < 8002; x++) gather(x);
    expect(seen()).toBe(2);
    gather(8002);
    expect(seen()).toBe(8002);
    gather(8003);
    connection.close();
    vi.useRealTimers();
    expect(seen()).toBe(8003);
  });

  it('comes to nothing as a whole where one of it fails, and whoever wrote it hears so', () => {
    const { connection, gather, put, lost } = gathered();
    expect(() => gather(2)).toThrow(FailureError);
    expect(lost).toEqual([expect.any(FailureError), expect.any(FailureError), expect.any(FailureError)]);
    connection.settle();
    expect(seen()).toBe(0);
    put.run(1);
    expect(seen()).toBe(1);
  });

  it('is told of where it cannot be written later', () => {
    db.pragma('foreign_keys = ON');
    db.exec('CREATE TABLE child (x INTEGER REFERENCES t (x) DEFERRABLE INITIALLY DEFERRED) STRICT');
    const { connection, put, lost } = gathered();
    const orphan = connection.command('INSERT INTO child VALUES (?)');
    connection.gather(
      () => orphan.run(99),
      (why) => lost.push(why),
    );
    expect(() => put.run(7)).toThrow(FailureError);
    expect(lost).toHaveLength(3);
    expect(seen()).toBe(0);
    put.run(7);
    expect(seen()).toBe(1);
  });

  /** From now on a new statement with this text fails as on a full disk. */
  function breaks(sql: string): void {
    const prepare = db.prepare.bind(db) as (text: string) => Database.Statement;
    const full = () => {
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    const broken = { readonly: false, raw: () => broken, run: full, get: full };
    vi.spyOn(db, 'prepare').mockImplementation(
      (text) => (text === sql ? broken : prepare(text)) as ReturnType<typeof db.prepare>,
    );
  }

  it('is told of before anything is undone, which may fail as well', () => {
    breaks('ROLLBACK');
    const { gather, lost } = gathered();
    expect(() => gather(2)).toThrow(FailureError);
    expect(lost).toHaveLength(3);
  });

  describe('with a long log', () => {
    const ROWS = 8000;
    const BYTES = 9000;
    const wal = () => statSync(`${db.name}-wal`).size;
    let connection: Connection;
    let gather: () => void;

    beforeEach(() => {
      db.pragma('journal_size_limit = 1000000');
      db.exec('CREATE TABLE large (x BLOB) STRICT');
      connection = connect();
      const put = connection.command(`INSERT INTO large VALUES (zeroblob(${BYTES}))`);
      gather = () =>
        connection.gather(
          () => {
            connection.writes += put.run();
          },
          () => undefined,
        );
    });

    it('waits until all of it is in the file, and begins anew', async () => {
      const taken = vi.spyOn(LogThread.prototype, 'taken');
      await connection.room();
      for (let row = 0; row < ROWS; row++) gather();
      expect(taken).not.toHaveBeenCalled();
      expect(wal()).toBeGreaterThan(ROWS * BYTES);
      await connection.room();
      expect(taken).toHaveBeenCalledOnce();
      expect(statSync(db.name).size).toBeGreaterThan(ROWS * BYTES);
      gather();
      connection.settle();
      expect(wal()).toBeLessThan(ROWS * BYTES);
      await connection.room();
      expect(taken).toHaveBeenCalledOnce();
    });

    it('is asked for its length only where it grew', async () => {
      const taken = vi.spyOn(LogThread.prototype, 'taken');
      // Who goes on reading keeps the log from beginning anew.
      const reader = other();
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM large').get();
      for (let row = 0; row < ROWS; row++) gather();
      await connection.room();
      await connection.room();
      expect(taken).toHaveBeenCalledOnce();
      reader.close();
    });

    it('says in words where it cannot go into the file', async () => {
      for (let row = 0; row < ROWS; row++) gather();
      breaks('PRAGMA wal_checkpoint(PASSIVE)');
      await expect(connection.room()).rejects.toBeInstanceOf(FailureError);
      vi.restoreAllMocks();
      gather();
      connection.settle();
      await connection.room();
    });
  });

  it('is part of the transaction that it is in', () => {
    const connection = connect();
    const put = connection.command('INSERT INTO t VALUES (?)');
    const failing = () => {
      connection.gather(
        () => put.run(1),
        () => undefined,
      );
      throw new Error('a bug');
    };
    expect(() => connection.transaction(failing)).toThrow('a bug');
    expect(seen()).toBe(0);
  });
});

describe('a row that is not what was written', () => {
  it('is damage wherever in a transaction it is put together', () => {
    const onDamage = vi.fn<(why: string) => void>();
    const failing = (): string => text(5);
    expect(() => connect({ onDamage }).transaction(failing)).toThrow(FailureError);
    expect(onDamage).toHaveBeenCalledWith(expect.stringContaining('text'));
  });
});

describe('slow statements', () => {
  it('are reported with their text and milliseconds', () => {
    const slow: [string, number][] = [];
    const query = connect({ onSlow: (sql, ms) => slow.push([sql, ms]) }).query('SELECT 1', ([one]) => one);
    const clock = vi.spyOn(performance, 'now');
    clock.mockReturnValueOnce(0).mockReturnValueOnce(100);
    query.get();
    expect(slow).toEqual([]);
    clock.mockReturnValueOnce(200).mockReturnValueOnce(350);
    query.get();
    expect(slow).toEqual([['SELECT 1', 150]]);
  });
});
