import { statSync } from 'node:fs';
import type BetterSqlite from 'better-sqlite3';

import { MirrorError } from '../../sync/ports/mirror-error.ts';
import { LogFlush } from './log-flush.ts';
import { LogThread } from './log-thread.ts';
import { isDamage, isFull, mirrorFailure, UnreadableRow } from './mirror-error.ts';
import { IdleTimer } from './idle-timer.ts';

type Param = string | number | bigint | Uint8Array | null;
export type Row = readonly unknown[];

/** What a person who watches over the mirror wants to hear. */
export interface ConnectionWatch {
  /** A statement that took longer than a tenth of a second, in milliseconds. */
  readonly onSlow?: ((sql: string, ms: number) => void) | undefined;
  /** The file turned out to be damaged while it was used, or may be. */
  readonly onDamage?: ((why: string) => void) | undefined;
  /** Its disk is full. */
  readonly onFull?: (() => void) | undefined;
  /** Nothing was asked for some seconds. */
  readonly onRest?: (() => void) | undefined;
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
/** What is gathered is written after so long at the latest, ms, … */
const GATHER_MS = 250;
/** … or so many rows: their commit takes some 10 ms. */
const GATHER_ROWS = 8000;
/** Bytes of the log at which whoever gathers waits until all of it is in the file, and it begins anew. */
const LONG_LOG = 64 * 1024 * 1024;
/** Pages of the log after which any other commit takes it into the file. */
export const LOG_PAGES = 4000;
/** KiB. The system keeps what was read as well: with 16 MiB of it here too nothing was faster, … */
export const USUAL_CACHE = 4000;
/** … but for what is gathered: rows in no order touch all of an index, and each page of it is to be written once. */
const GATHER_CACHE = 16_000;

/** Writes in a transaction that stays open, by who is to hear where it comes to nothing. */
type Gathered = Set<(error: unknown) => void>;

/** One connection to the mirror's file: timed statements, transactions, and errors as a MirrorError. */
export class Connection {
  /** Changed rows of the trees, agreements, attempts, intents and history. */
  writes = 0;
  /** Goes up as a transaction begins, and as it ends: odd while one runs. SQLite says so too, and takes longer. */
  #turn = 0;
  readonly #db: BetterSqlite.Database;
  readonly #watch: ConnectionWatch;
  readonly #begin: Command;
  readonly #commit: Command;
  readonly #rollback: Command;
  /** At rest the pages that were read last are given back: up to 16 MiB, which the system keeps for us as well. */
  readonly #idleTimer = new IdleTimer(() => {
    this.#db.pragma('shrink_memory');
    this.#watch.onRest?.();
  });
  #gathered: Gathered | null = null;
  #gatheredFrom = 0;
  /** Takes in the log of what was gathered. */
  readonly #log: LogThread;
  /** Null where this connection only reads. */
  readonly #flush: LogFlush | null;
  /** Rows since it was last asked to. */
  #rowsInLog = 0;
  /** Something was written to it since its length was last looked at. */
  #logGrew = false;
  /** The write that runs is one that is gathered. */
  #isGathering = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: BetterSqlite.Database, watch: ConnectionWatch) {
    this.#db = db;
    this.#watch = watch;
    this.#log = new LogThread(db.name);
    this.#flush = db.readonly ? null : new LogFlush(logOf(db));
    this.#begin = this.command('BEGIN');
    this.#commit = this.command('COMMIT');
    this.#rollback = this.command('ROLLBACK');
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction;
  }

  /** Of the one that runs: no other has it, also where this one comes to nothing. Null outside of one. */
  get transactionNumber(): number | null {
    return this.#turn % 2 === 1 ? this.#turn : null;
  }

  /** Tables and triggers of this connection alone. */
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

  /** All or nothing. Within another transaction it is part of that one. */
  transaction<T>(work: () => T): T {
    if (!this.#isGathering) this.settle();
    if (this.#db.inTransaction) return work();
    const writesBefore = this.writes;
    this.#beginOne();
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
    } finally {
      this.#turn += 1;
    }
  }

  /**
   * A transaction with which a person may get room. On a full disk it is tried once more, since something was given up by
   * then: see `Reserve`.
   */
  transactionForRoom<T>(work: () => T): T {
    if (this.#db.inTransaction && (this.#gathered === null || this.#isGathering)) return work();
    try {
      return this.transaction(work);
    } catch (error) {
      if (!(error instanceof MirrorError) || error.failure.code !== 'disk-full') throw error;
      return this.transaction(work);
    }
  }

  /**
   * A transaction that is written when this returns, and on the disk, where it survives a power cut, when the promise
   * resolves. Where it rejects, the rows stand and may be lost. What is not committed yet cannot be flushed, so this
   * cannot be part of another.
   */
  async durable(work: () => void): Promise<void> {
    this.settle();
    if (this.#db.inTransaction) throw new Error('A durable transaction cannot be part of another');
    this.transaction(work);
    await this.flushed();
  }

  /** Resolves when all that was written before is on the disk, where it survives a power cut. */
  async flushed(): Promise<void> {
    this.settle();
    if (this.#flush === null) throw new Error('Nothing is written by a connection that only reads');
    try {
      await this.#flush.flushed();
    } catch (error) {
      if (error instanceof MirrorError) throw error;
      // The next start looks closely, and takes the log into the file: rows after a gap in it would be lost again.
      this.#watch.onDamage?.(String(error));
      throw new MirrorError(mirrorFailure(error), error);
    }
  }

  /**
   * A write of what can be had again, in one transaction with others of its kind: it is written by the next write of
   * another kind, after some time, or by `settle`, and this connection alone sees it until then. Where it comes to
   * nothing, now or later, `onLost` hears it with all whose writes were gathered.
   */
  gather<T>(work: () => T, onLost: (error: unknown) => void): T {
    if (this.#gathered === null && this.#db.inTransaction) return work();
    const gathered = (this.#gathered ??= this.#startGathering());
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

  /** Resolves when more may be gathered: where the log has grown long, once it is in the file. */
  async room(): Promise<void> {
    if (!this.#logGrew) return;
    this.#logGrew = false;
    const log = statSync(`${this.#db.name}-wal`, { throwIfNoEntry: false });
    if (log === undefined || log.size < LONG_LOG) return;
    this.#log.take();
    await this.#log.taken();
    // All of it is there by now, so this takes no time; or it says what kept the thread from it.
    this.query('PRAGMA wal_checkpoint(PASSIVE)', () => null).get();
  }

  /** Writes what was gathered. */
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

  #beginOne(): void {
    this.#begin.run();
    this.#turn += 1;
  }

  #startGathering(): Gathered {
    this.#beginOne();
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

  /** For little a thread is not worth starting: the next commit of another kind takes it in. */
  #takeLog(): void {
    if (this.#rowsInLog < GATHER_ROWS && !this.#log.running) return;
    this.#rowsInLog = 0;
    this.#log.take();
  }

  /** Nothing of what was gathered stands. */
  #lose(error: unknown): unknown {
    const why = this.#explained(error);
    // Before anything else that may fail: whoever takes lost rows for written ones takes files for deleted.
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

  /** As `#timed`, without a function for each: seven and more of these write what came of one file. */
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
    if (error instanceof MirrorError || !(error instanceof Error)) return error;
    const fromSqlite = 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_');
    if (!fromSqlite && !(error instanceof UnreadableRow)) return error;
    if (isDamage(error)) this.#watch.onDamage?.(error.message);
    if (isFull(error)) this.#watch.onFull?.();
    return new MirrorError(mirrorFailure(error), error);
  }
}

/** By SQLite's own name for the file: where that is a link, the log lies beside what it leads to. */
function logOf(db: BetterSqlite.Database): string {
  const file = db.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").pluck().get();
  return `${String(file)}-wal`;
}
