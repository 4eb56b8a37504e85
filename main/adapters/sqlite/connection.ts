import { statSync } from 'node:fs';
import type BetterSqlite from 'better-sqlite3';

import { FailureError } from '../../sync/ports/failure-error.ts';
import { LockPatience } from './lock-patience.ts';
import { LogFlush, logOf } from './log-flush.ts';
import { LogThread } from './log-thread.ts';
import { isDamage, isFull, isLocked, mirrorFailure, UnreadableRow } from './mirror-error.ts';
import { IdleTimer } from './idle-timer.ts';

type Param = string | number | bigint | Uint8Array | null;
export type Row = readonly unknown[];

/** Events that whoever opens the mirror may want to hear. */
export interface ConnectionWatch {
  /** A statement that took longer than a tenth of a second, in milliseconds. */
  readonly onSlow?: ((sql: string, ms: number) => void) | undefined;
  /** The file turned out to be damaged while it was used, or may be. */
  readonly onDamage?: ((why: string) => void) | undefined;
  /** Its disk is full. */
  readonly onFull?: (() => void) | undefined;
  /** No statement ran for some seconds. */
  readonly onRest?: (() => void) | undefined;
}

/** A statement that reads; every row becomes a `T` before anyone sees it. */
export interface Query<T> {
  get(...params: readonly Param[]): T | null;
  all(...params: readonly Param[]): T[];
  /** One row at a time, for results that are too large for an array. The callback must not use the connection. */
  each(take: (value: T) => void, ...params: readonly Param[]): void;
  /** As `each`, until the callback returns false. */
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
  /** Returns every integer as a bigint: nanoseconds and inodes do not fit into a number. */
  readonly bigint: boolean;
}

const SLOW_MS = 100;
/** Gathered writes are committed after this long at the latest, ms, … */
const GATHER_MS = 250;
/** … or after this many rows, whose commit takes some 10 ms. */
const GATHER_ROWS = 8000;
/** When the log has this many bytes, gathering waits until all of it is in the file and the log begins anew. */
const LONG_LOG = 64 * 1024 * 1024;
/** After this many pages in the log, any other commit moves the log into the file. */
export const LOG_PAGES = 4000;
/** Cache in KiB. The system caches the file as well: with 16 MiB here nothing was faster, … */
export const USUAL_CACHE = 4000;
/** … except gathering: rows in no order touch all pages of an index, and each page should be written only once. */
const GATHER_CACHE = 16_000;

/** Callbacks of those whose writes are in the open transaction, to hear if it is lost. */
type Gathered = Set<(error: unknown) => void>;

/** One connection to the mirror's file. It times statements, runs transactions, and turns errors into a FailureError. */
export class Connection {
  /** Counts changed rows of trees, agreements, attempts, intents and history. */
  writes = 0;
  /**
   * Goes up when a transaction begins and when it ends, so it is odd while one runs. SQLite could be asked too, but
   * takes longer.
   */
  #turn = 0;
  readonly #db: BetterSqlite.Database;
  readonly #watch: ConnectionWatch;
  readonly #begin: Command;
  readonly #beginReading: Command;
  readonly #commit: Command;
  readonly #rollback: Command;
  /** When nothing happens, gives the page cache back: up to 16 MiB, which the system caches as well. */
  readonly #idleTimer = new IdleTimer(() => {
    this.#db.pragma('shrink_memory');
    this.#watch.onRest?.();
  });
  readonly #patience: LockPatience;
  #gathered: Gathered | null = null;
  #gatheredFrom = 0;
  /** Moves the log of gathered writes into the file. */
  readonly #log: LogThread;
  /** Null if this connection only reads. */
  readonly #flush: LogFlush | null;
  /** Rows written since the log was last moved. */
  #rowsInLog = 0;
  /** True if something was written to the log since its length was last looked at. */
  #logGrew = false;
  /** True while a gathered write runs. */
  #isGathering = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: BetterSqlite.Database, watch: ConnectionWatch) {
    this.#db = db;
    this.#watch = watch;
    this.#patience = new LockPatience(db);
    this.#log = new LogThread(db.name);
    this.#flush = db.readonly ? null : new LogFlush(logOf(db));
    // SQLite waits for a lock only if a transaction begins with it, and nearly each reads before it writes.
    this.#begin = this.command('BEGIN IMMEDIATE');
    this.#beginReading = this.command('BEGIN');
    this.#commit = this.command('COMMIT');
    this.#rollback = this.command('ROLLBACK');
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Number of the running transaction, which no other ever has, not even after a rollback. Null outside of one. */
  get transactionNumber(): number | null {
    return this.#turn % 2 === 1 ? this.#turn : null;
  }

  /** Makes temporary tables and triggers, which only this connection has. */
  define(sql: string): void {
    this.settle();
    this.#db.exec(sql);
  }

  query<T>(sql: string, parse: (row: Row) => T, options?: QueryOptions): Query<T> {
    const statement = this.#db.prepare<Param[], Row>(sql).raw(true);
    if (options?.bigint === true) statement.safeIntegers(true);
    const timed = <R>(work: () => R): R => this.#timed(sql, statement.readonly, work);
    return {
      get: (...params) =>
        timed(() => {
          const row = statement.get(...params);
          return row === undefined ? null : parse(row);
        }),
      all: (...params) => timed(() => statement.all(...params).map(parse)),
      each: (take, ...params) =>
        timed(() => {
          for (const row of statement.iterate(...params)) take(parse(row));
        }),
      eachWhile: (take, ...params) =>
        timed(() => {
          for (const row of statement.iterate(...params)) if (!take(parse(row))) return;
        }),
    };
  }

  command(sql: string): Command {
    const statement = this.#db.prepare<Param[]>(sql);
    return {
      run: (...params) => this.#run(sql, statement, params).changes,
      insert: (...params) => Number(this.#run(sql, statement, params).lastInsertRowid),
    };
  }

  /** Runs all of `work`, or nothing of it. Within another transaction it becomes part of that. */
  transaction<T>(work: () => T): T {
    return this.#within(this.#begin, work);
  }

  /** As `transaction`, for reading alone, of one moment: it takes no lock, and writes no tables but temporary ones. */
  snapshot<T>(work: () => T): T {
    return this.#within(this.#beginReading, work);
  }

  #within<T>(begin: Command, work: () => T): T {
    if (!this.#isGathering) this.settle();
    if (this.#db.inTransaction) return work();
    const writesBefore = this.writes;
    this.#beginOne(begin);
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      this.writes = writesBefore;
      // On some errors, such as a full disk, SQLite has rolled back itself.
      if (this.#db.inTransaction) this.#rollback.run();
      // Some damage only shows when rows are put together.
      throw this.#explained(error);
    } finally {
      this.#turn += 1;
    }
  }

  /**
   * A transaction that helps a person to make room. On a full disk it is tried a second time, since the reserve was
   * given up by then: see `Reserve`.
   */
  transactionForRoom<T>(work: () => T): T {
    if (this.#db.inTransaction && (this.#gathered === null || this.#isGathering)) return work();
    try {
      return this.transaction(work);
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code !== 'disk-full') throw error;
      return this.transaction(work);
    }
  }

  /**
   * A transaction that is written when this returns, and survives a power cut once the promise resolves. If the promise
   * rejects, the rows stand but may be lost. It cannot be part of another transaction: what is not committed cannot be
   * flushed.
   */
  async durable(work: () => void): Promise<void> {
    this.settle();
    if (this.#db.inTransaction) throw new Error('A durable transaction cannot be part of another');
    this.transaction(work);
    await this.flushed();
  }

  /** Resolves when everything written before survives a power cut. */
  async flushed(): Promise<void> {
    this.settle();
    if (this.#flush === null) throw new Error('Nothing is written by a connection that only reads');
    try {
      await this.#flush.flushed();
    } catch (error) {
      if (error instanceof FailureError) throw error;
      // Have the next start check the file and move the log into it: rows after a gap in the log would be lost once
      // more.
      this.#watch.onDamage?.(String(error));
      throw new FailureError(mirrorFailure(error), error);
    }
  }

  /** Has the next start check the file. */
  distrust(why: string): void {
    this.#watch.onDamage?.(why);
  }

  /**
   * A write of things that can be found out again. It is gathered with others of its kind in one transaction, which is
   * committed by the next write of another kind, after some time, or by `settle`. Until then only this connection sees
   * it. If it is lost, now or later, `onLost` is called, for all gathered writes alike.
   */
  gather<T>(work: () => T, onLost: (error: unknown) => void): T {
    if (this.#gathered === null && this.#db.inTransaction) return work();
    const gathered = (this.#gathered ??= this.#startGathering(onLost));
    gathered.add(onLost);
    this.#isGathering = true;
    let result: T;
    try {
      result = work();
    } catch (error) {
      throw this.#lose(error);
    } finally {
      this.#isGathering = false;
    }
    if (this.writes - this.#gatheredFrom >= GATHER_ROWS) this.settle();
    return result;
  }

  /** Resolves when more may be gathered. If the log has grown long, it is moved into the file first. */
  async room(): Promise<void> {
    if (!this.#logGrew) return;
    this.#logGrew = false;
    const log = statSync(`${this.#db.name}-wal`, { throwIfNoEntry: false });
    if (log === undefined || log.size < LONG_LOG) return;
    this.#log.take();
    await this.#log.taken();
    // All of it is in the file by now, so this takes no time; otherwise it throws what kept the thread from it.
    this.query('PRAGMA wal_checkpoint(PASSIVE)', () => null).get();
  }

  /** Commits what was gathered. */
  settle(): void {
    if (this.#gathered === null) return;
    this.#isGathering = true;
    try {
      this.#commit.run();
    } catch (error) {
      throw this.#lose(error);
    } finally {
      this.#isGathering = false;
    }
    this.#rowsInLog += this.writes - this.#gatheredFrom;
    this.#logGrew = true;
    this.#stopGathering();
    this.#takeLog();
  }

  close(): void {
    try {
      this.settle();
    } catch {
      // Whoever wrote it was told.
    }
    this.#idleTimer.close();
    this.#log.close();
    this.#flush?.close();
    this.#db.close();
  }

  #beginOne(begin: Command): void {
    begin.run();
    if (begin === this.#begin) this.#patience.back();
    this.#turn += 1;
  }

  #startGathering(onLost: (error: unknown) => void): Gathered {
    try {
      this.#beginOne(this.#begin);
    } catch (error) {
      onLost(error);
      throw error;
    }
    this.#set(GATHER_CACHE, 0);
    this.#gatheredFrom = this.writes;
    this.#timer = setTimeout(() => {
      try {
        this.settle();
      } catch {
        // Whoever wrote it was told.
      }
    }, GATHER_MS).unref();
    return new Set();
  }

  #stopGathering(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#gathered = null;
    this.#set(USUAL_CACHE, LOG_PAGES);
  }

  /** For a short log, starting a thread is not worth it: the next ordinary commit moves it. */
  #takeLog(): void {
    if (this.#rowsInLog < GATHER_ROWS && !this.#log.running) return;
    this.#rowsInLog = 0;
    this.#log.take();
  }

  /** Everything that was gathered is lost. */
  #lose(error: unknown): unknown {
    const why = this.#explained(error);
    // First of all: whoever takes lost rows for written ones would take files for deleted.
    for (const onLost of this.#gathered ?? []) onLost(why);
    this.#stopGathering();
    if (this.#db.inTransaction) this.#rollback.run();
    return why;
  }

  #set(cache: number, logPages: number): void {
    this.#db.pragma(`cache_size = -${cache}`);
    this.#db.pragma(`wal_autocheckpoint = ${logPages}`);
  }

  #timed<T>(sql: string, isRead: boolean, work: () => T): T {
    const start = this.#start(isRead);
    try {
      return work();
    } catch (error) {
      throw this.#explained(error);
    } finally {
      this.#ended(sql, start);
    }
  }

  /** As `#timed`, but without a closure for each call: one file costs seven writes and more. */
  #run(
    sql: string,
    statement: BetterSqlite.Statement<Param[]>,
    params: readonly Param[],
  ): BetterSqlite.RunResult {
    const start = this.#start(false);
    try {
      return statement.run(...params);
    } catch (error) {
      throw this.#explained(error);
    } finally {
      this.#ended(sql, start);
    }
  }

  #start(isRead: boolean): number {
    if (!isRead && this.#gathered !== null && !this.#isGathering) this.settle();
    return performance.now();
  }

  #ended(sql: string, start: number): void {
    this.#idleTimer.used();
    const ms = performance.now() - start;
    if (ms > SLOW_MS) this.#watch.onSlow?.(sql, ms);
  }

  #explained(error: unknown): unknown {
    if (error instanceof FailureError || !(error instanceof Error)) return error;
    const fromSqlite = 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_');
    if (!fromSqlite && !(error instanceof UnreadableRow)) return error;
    if (isDamage(error)) this.#watch.onDamage?.(error.message);
    if (isLocked(error)) this.#patience.lost();
    if (isFull(error)) this.#watch.onFull?.();
    return new FailureError(mirrorFailure(error), error);
  }
}
