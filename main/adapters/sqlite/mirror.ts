import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import Database from 'better-sqlite3';

import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Mirror, MirrorReader } from '../../sync/ports/mirror.ts';
import { makeFoldersNow } from '../disk/own-files/make-folders.ts';
import { makePrivateFile } from '../disk/own-files/private.ts';
import type { DatamodelStore } from '../../datamodel/ports.ts';
import type { SeriesStore, ViewStore } from '../../series/ports.ts';
import {
  assembleDatamodels,
  assembleMirror,
  assembleReader,
  assembleSeries,
  assembleViews,
} from './assemble.ts';
import { Connection, LOG_PAGES, USUAL_CACHE, type ConnectionWatch } from './connection.ts';
import {
  clearSuspicion,
  damageIfDue,
  dropAsideNote,
  dropOldAside,
  findDamage,
  markSuspect,
  putBack,
  setAside,
  suspicion,
  takeBack,
  type Rebuilt,
} from './damage.ts';
import { lockDataFolder } from './data-lock.ts';
import { isPermission, notLetAt, isDamage, mirrorFailure, sqliteCode } from './mirror-error.ts';
import { Reserve } from './reserve.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from './migrations/migrate.ts';
import { salvageChoices } from './salvage.ts';

export interface MirrorOptions {
  /** Told of every statement that takes more than a tenth of a second. */
  readonly onSlow?: (sql: string, ms: number) => void;
  /** Epoch ms; names a file that is set aside, and tells when the next look at the trees is due. */
  readonly now?: () => number;
}

export interface OpenedMirror extends Mirror {
  /**
   * Set if the file was damaged and a new one was made. Agreements are then found again by merging, which deletes
   * nothing.
   */
  readonly rebuilt: Rebuilt | null;
  /** Timeseries that were fetched. */
  readonly series: SeriesStore;
  readonly views: ViewStore;
  readonly datamodels: DatamodelStore;
}

/**
 * Opens `<dataDir>/mirror.sqlite` for this process alone, and makes it if it is missing. A damaged file is set aside,
 * see `rebuilt`. Fails with `mirror-locked` if another process has it, `mirror-broken` if a newer SiteSync wrote it
 * (the file stays untouched), `bad-input` if a file is in the way of the folder, `read-only` or `disk-full` if it
 * cannot be made or written.
 */
export function openMirror(dataDir: string, options: MirrorOptions = {}): Result<OpenedMirror> {
  const folder = makeFolder(dataDir) ?? notWritable(dataDir);
  if (folder !== null) return fail(folder);
  const opened = lockAndOpen(dataDir, options);
  const isFull = !opened.ok && opened.failure.code === 'disk-full';
  return isFull && new Reserve(dataDir).giveUp() ? lockAndOpen(dataDir, options) : opened;
}

function lockAndOpen(dataDir: string, options: MirrorOptions): Result<OpenedMirror> {
  const lock = lockDataFolder(dataDir);
  if (!lock.ok) return lock;
  try {
    const opened = openOrRebuild(mirrorPath(dataDir), options, () => lock.value.release());
    if (!opened.ok) lock.value.release();
    return opened;
  } catch (error) {
    lock.value.release();
    return fail(mirrorFailure(error));
  }
}

/**
 * The reading half, which also works beside a process that has the mirror open: each call sees the last commit. Fails
 * with `not-found` if there is no mirror yet.
 */
export function openMirrorReadOnly(dataDir: string): Result<MirrorReader> {
  const file = mirrorPath(dataDir);
  if (!existsSync(file)) return fail(nothingYet(dataDir));
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    db.pragma('cache_size = -2000');
    const version = schemaVersion(db);
    if (version !== SCHEMA_VERSION) {
      db.close();
      return fail(version > SCHEMA_VERSION ? tooNew(dataDir, version) : tooOld(dataDir, version));
    }
    const connection = new Connection(db, {});
    return ok(assembleReader(connection, () => connection.close()));
  } catch (error) {
    db?.close();
    return fail(mirrorFailure(error));
  }
}

function mirrorPath(dataDir: string): string {
  return path.join(dataDir, 'mirror.sqlite');
}

function openOrRebuild(file: string, options: MirrorOptions, release: () => void): Result<OpenedMirror> {
  const damage = takeBack(file) ?? confirmedDamage(file);
  const first = damage === null ? openFile(file, options, release, null) : damage;
  if (typeof first !== 'string') return first;
  const rebuilt = setAside(file, first, nowOf(options));
  const second = openFile(file, options, release, rebuilt);
  if (typeof second === 'string') throw new Error(`A new mirror is damaged at once: ${second}`);
  if (second.ok) {
    clearSuspicion(file);
    dropOldAside(rebuilt);
  } else {
    putBack(file, rebuilt);
    dropAsideNote(file);
  }
  return second;
}

function nowOf({ now = Date.now }: MirrorOptions): number {
  return now();
}

/** Only checks a file that failed in the process before, or that was emptied: SQLite would take that for a new one. */
function confirmedDamage(file: string): string | null {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) return 'the file is empty';
  const why = suspicion(file);
  if (why === null) return null;
  const found = existsSync(file) ? findDamage(file) : null;
  // A row that is not what we wrote passes SQLite's check all the same, and would fail every sync from now on.
  if (found !== null || why.startsWith('Not a ')) return found ?? why;
  clearSuspicion(file);
  return null;
}

/** The mirror, a failure, or as text the damage because of which the file has to be set aside. */
function openFile(
  file: string,
  options: MirrorOptions,
  release: () => void,
  rebuilt: Rebuilt | null,
): Result<OpenedMirror> | string {
  const reserve = new Reserve(path.dirname(file));
  const watch: ConnectionWatch = {
    onSlow: options.onSlow,
    onDamage: (why) => markSuspect(file, why),
    onFull: () => reserve.giveUp(),
    onRest: () => reserve.keep(),
  };
  // SQLite would let others read it. Its log and shared memory get the mode of the file.
  const isNew = makePrivateFile(file);
  let db: Database.Database | null = null;
  try {
    db = new Database(file);
    const version = schemaVersion(db);
    if (version > SCHEMA_VERSION) {
      db.close();
      return fail(tooNew(path.dirname(file), version));
    }
    configure(db);
    migrate(db);
    const damage = damageIfDue(db, nowOf(options));
    if (damage !== null) {
      db.close();
      return damage;
    }
    if (rebuilt === null) return ok(assembleOpened(db, watch, release, null));
    const sitesLost = salvageChoices(rebuilt.movedTo, db);
    // Flushed, since from here on no start goes back to the file that was set aside.
    db.pragma('wal_checkpoint(TRUNCATE)');
    dropAsideNote(file);
    return ok(assembleOpened(db, watch, release, { ...rebuilt, sitesLost }));
  } catch (error) {
    db?.close();
    if (isNew) dropEmpty(file);
    if (isDamage(error)) return error instanceof Error ? error.message : String(error);
    // A table or column is missing although the version says that it is there: we did not write this file.
    if (sqliteCode(error) === 'SQLITE_ERROR') return findDamage(file) ?? String(error);
    return fail(mirrorFailure(error));
  }
}

/** Removes a file that could not be begun, as on a full disk: the next start would take it for one that was emptied. */
function dropEmpty(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
}

function assembleOpened(
  db: Database.Database,
  watch: ConnectionWatch,
  release: () => void,
  rebuilt: Rebuilt | null,
): OpenedMirror {
  const connection = new Connection(db, watch);
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    connection.close();
    release();
  };
  try {
    return Object.assign(assembleMirror(connection, close), {
      rebuilt,
      series: assembleSeries(connection),
      views: assembleViews(connection),
      datamodels: assembleDatamodels(connection),
    });
  } catch (error) {
    // Not our tables: Windows makes no new log while something has the one before open.
    connection.close();
    throw error;
  }
}

function configure(db: Database.Database): void {
  db.pragma(`cache_size = -${USUAL_CACHE}`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  // On macOS a plain fsync leaves the data in the drive's cache; elsewhere this changes nothing.
  db.pragma('fullfsync = ON');
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  db.pragma('journal_size_limit = 33554432');
}

const IN_ITS_WAY = [': a file stands in its way', 'Move that file away'] as const;

/** By the system's code: why a data folder cannot be made, and what to do first. */
const WHY_NOT_MADE: Readonly<Record<string, readonly [why: string, first: string]>> = {
  EEXIST: IN_ITS_WAY,
  ENOTDIR: IN_ITS_WAY,
  ENAMETOOLONG: [': its name is too long', 'Give it a shorter name'],
};

function makeFolder(dataDir: string): Failure | null {
  try {
    // Private: the names in it are nobody else's business.
    makeFoldersNow(dataDir, 0o700);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const [why, first] = WHY_NOT_MADE[String(code)] ?? [
      '',
      'Give your user write access there and take the write protection off its drive',
    ];
    return {
      // What was named cannot be a folder; the rest may be otherwise tomorrow.
      code: why === '' ? 'read-only' : 'bad-input',
      message: `The data folder ${dataDir} cannot be made${why}.`,
      hint: `${first}, or choose another folder with --data.`,
      retry: 'on-change',
      detail: String(error),
    };
  }
}

/** Checked before SQLite is asked: its own words for a file in such a folder sound like damage. */
function notWritable(dataDir: string): Failure | null {
  try {
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    return {
      code: 'read-only',
      message: `The data folder ${dataDir} cannot be written.`,
      hint: 'Give your user write access to it and take the write protection off its drive, or choose another folder with --data. Nothing in it was changed.',
      retry: 'on-change',
      detail: String(error),
    };
  }
  const mirror = mirrorPath(dataDir);
  const files = [
    path.join(dataDir, 'lock'),
    ...['', '-wal', '-shm', '.suspect', '.aside'].map((end) => mirror + end),
  ];
  return files.map(whyClosed).find((failure) => failure !== null) ?? null;
}

/**
 * Why one of its files cannot be used: another user copied or made it, or something else has its name, as after a
 * restore that went wrong. Null if it is all right, or not there.
 */
function whyClosed(file: string): Failure | null {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return statSync(file).isFile() ? null : nameTaken(file);
  } catch (error) {
    return isPermission(error) ? notLetAt(file, error) : null;
  }
}

function nameTaken(file: string): Failure {
  return {
    code: 'mirror-broken',
    message: `SiteSync’s own file ${file} cannot be read or written: a folder, or what is no file, has its name.`,
    hint: 'Move that away, then start SiteSync again. Nothing was changed.',
    retry: 'on-change',
  };
}

function tooNew(dataDir: string, version: number): Failure {
  return {
    code: 'mirror-broken',
    message: `The data folder ${dataDir} was last used by a newer SiteSync.`,
    hint: 'Update SiteSync on this computer, or choose another folder with --data; nothing in it was changed.',
    retry: 'on-change',
    detail: `schema ${version}, known up to ${SCHEMA_VERSION}`,
  };
}

function tooOld(dataDir: string, version: number): Failure {
  return {
    code: 'mirror-broken',
    message: `The data folder ${dataDir} was last used by an older SiteSync.`,
    hint: 'Run a sync once: it brings the folder up to date.',
    retry: 'on-change',
    detail: `schema ${version}, needed ${SCHEMA_VERSION}`,
  };
}

function nothingYet(dataDir: string): Failure {
  return {
    code: 'not-found',
    message: `Nothing is kept in the data folder ${dataDir} yet.`,
    hint: 'Sign in and follow a site first.',
    retry: 'on-change',
  };
}
