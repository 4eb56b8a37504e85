import type BetterSqlite from 'better-sqlite3';

import { MirrorError } from '../../sync/ports/mirror-error.ts';
import { isDamage, mirrorFailure, UnreadableRow } from './mirror-error.ts';
import { Rest } from './rest.ts';

type Param = string | number | bigint | Uint8Array | null;
export type Row = readonly unknown[];

/** What a person who watches over the mirror wants to hear. */
export interface ConnectionWatch {
  /** A statement that took longer than a tenth of a second, in milliseconds. */
  readonly onSlow?: ((sql: string, ms: number) => void) | undefined;
  /** The file turned out to be damaged while it was used. */
  readonly onDamage?: ((why: string) => void) | undefined;
}

/** A statement that reads; every row becomes a `T` before anyone sees it. */
export interface Query<T> {
  get(...params: readonly Param[]): T | null;
  all(...params: readonly Param[]): T[];
  /** One row at a time, for reads that are too large for an array between. The callback may not use the connection. */
  each(take: (value: T) => void, ...params: readonly Param[]): void;
  /** The same, until the callback returns false. */
  eachWhile(take: (value: T) => boolean, ...params: readonly Param[]): void;
}

/** A statement that writes. */
export interface Command {
  /** Rows changed. */
  run(...params: readonly Param[]): number;
  /** Key of the row inserted. */
  insert(...params: readonly Param[]): number;
}

export interface QueryOptions {
  /** Hand out every integer of a row as a bigint: for nanoseconds and inodes, which a number cannot hold. */
  readonly bigint: boolean;
}

const SLOW_MS = 100;

/** One connection to the mirror's file: timed statements, transactions, and errors as a MirrorError. */
export class Connection {
  /** Changed rows of the trees, agreements, attempts, intents and history. */
  writes = 0;
  readonly #db: BetterSqlite.Database;
  readonly #watch: ConnectionWatch;
  readonly #begin: Command;
  readonly #commit: Command;
  readonly #rollback: Command;
  /** At rest the pages that were read last are given back: up to 16 MiB, which the system keeps for us as well. */
  readonly #rest = new Rest(() => this.#db.pragma('shrink_memory'));

  constructor(db: BetterSqlite.Database, watch: ConnectionWatch) {
    this.#db = db;
    this.#watch = watch;
    this.#begin = this.command('BEGIN');
    this.#commit = this.command('COMMIT');
    this.#rollback = this.command('ROLLBACK');
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Tables and triggers of this connection alone. */
  define(sql: string): void {
    this.#db.exec(sql);
  }

  query<T>(sql: string, parse: (row: Row) => T, options?: QueryOptions): Query<T> {
    const statement = this.#db.prepare<Param[], Row>(sql).raw(true);
    if (options?.bigint === true) statement.safeIntegers(true);
    return {
      get: (...params) =>
        this.#timed(sql, () => {
          const row = statement.get(...params);
          return row === undefined ? null : parse(row);
        }),
      all: (...params) => this.#timed(sql, () => statement.all(...params).map(parse)),
      each: (take, ...params) =>
        this.#timed(sql, () => {
          for (const row of statement.iterate(...params)) take(parse(row));
        }),
      eachWhile: (take, ...params) =>
        this.#timed(sql, () => {
          for (const row of statement.iterate(...params)) if (!take(parse(row))) return;
        }),
    };
  }

  command(sql: string): Command {
    const statement = this.#db.prepare<Param[]>(sql);
    return {
      run: (...params) => this.#timed(sql, () => statement.run(...params).changes),
      insert: (...params) => this.#timed(sql, () => Number(statement.run(...params).lastInsertRowid)),
    };
  }

  /** All or nothing. Within another transaction it is part of that one. */
  transaction<T>(work: () => T): T {
    if (this.#db.inTransaction) return work();
    const writesBefore = this.writes;
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      this.writes = writesBefore;
      // SQLite itself rolls back on some errors (a full disk, for one).
      if (this.#db.inTransaction) this.#rollback.run();
      // A row may turn out to be damaged only where it is put together with others.
      throw this.#explained(error);
    }
  }

  /**
   * A transaction that is on the disk, and survives a power cut, before this returns. In WAL mode only FULL flushes the
   * log at each commit; the level can change between transactions only, so this cannot be part of another.
   */
  durable<T>(work: () => T): T {
    if (this.#db.inTransaction) throw new Error('A durable transaction cannot be part of another');
    this.#db.pragma('synchronous = FULL');
    try {
      return this.transaction(work);
    } finally {
      this.#db.pragma('synchronous = NORMAL');
    }
  }

  close(): void {
    this.#rest.close();
    this.#db.close();
  }

  #timed<T>(sql: string, work: () => T): T {
    const start = performance.now();
    try {
      return work();
    } catch (error) {
      throw this.#explained(error);
    } finally {
      this.#rest.used();
      const ms = performance.now() - start;
      if (ms > SLOW_MS) this.#watch.onSlow?.(sql, ms);
    }
  }

  #explained(error: unknown): unknown {
    if (error instanceof MirrorError || !(error instanceof Error)) return error;
    const fromSqlite = 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_');
    if (!fromSqlite && !(error instanceof UnreadableRow)) return error;
    if (isDamage(error)) this.#watch.onDamage?.(error.message);
    return new MirrorError(mirrorFailure(error), error);
  }
}
