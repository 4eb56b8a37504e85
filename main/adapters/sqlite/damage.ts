import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import Database from 'better-sqlite3';

import { isJsonObject } from '../../../shared/model/json.ts';
import { isDamage, sqliteCode } from './mirror-error.ts';

export interface Rebuilt {
  /** What was wrong, for the person. */
  readonly reason: string;
  /** Absolute path of the damaged file, which is kept. */
  readonly movedTo: string;
  /** Sites that were kept here, and of which nothing can be read but that. */
  readonly sitesLost: number;
}

/**
 * A file beside the mirror while that is suspected of damage. It is read at the next start, when nothing else uses the
 * mirror.
 */
function markPath(file: string): string {
  return `${file}.suspect`;
}

export function markSuspect(file: string, why: string): void {
  try {
    writeFileSync(markPath(file), why);
  } catch {
    // The error that led here is thrown anyway. Without the mark, the next start finds the damage by itself.
  }
}

/** Why the last process mistrusted the file, or null. */
export function suspicion(file: string): string | null {
  return existsSync(markPath(file)) ? readFileSync(markPath(file), 'utf8') : null;
}

export function clearSuspicion(file: string): void {
  rmSync(markPath(file), { force: true });
}

/**
 * What SQLite's own check finds wrong with the file, or null. It reads the whole file, so it is only used in doubt. It
 * checks the indexes too: a row that is missing in its index can never be written again. Throws if the file could not
 * be read, which says nothing about its content.
 */
export function findDamage(file: string): string | null {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { fileMustExist: true });
    const verdict = String(db.pragma('integrity_check(1)', { simple: true }));
    return verdict === 'ok' ? null : verdict;
  } catch (error) {
    const isUnreadable = sqliteCode(error)?.startsWith('SQLITE_IOERR') === true;
    if (!isDamage(error) && !isUnreadable) throw error;
    return error instanceof Error ? error.message : String(error);
  } finally {
    db?.close();
  }
}

/** How long a look at the trees holds, ms. */
const WEEK = 7 * 86_400_000;
const CHECKED_AT = 'checked-at';

/**
 * What SQLite finds wrong with the three trees and their indexes, once a week; null if nothing, or if they were looked at
 * in the last one. Nothing else would tell of a bit that rotted and hides rows: a new file among them would never be
 * sent. It takes 1 s for 100,000 files. `now`: epoch ms.
 */
export function damageIfDue(db: Database.Database, now: number): string | null {
  const checkedAt = db.prepare('SELECT value FROM setting WHERE key = ?').pluck().get(CHECKED_AT);
  if (typeof checkedAt === 'string' && Math.abs(now - Number(checkedAt)) < WEEK) return null;
  for (const tree of ['local', 'base', 'remote']) {
    const verdict = String(db.pragma(`integrity_check(${tree})`, { simple: true }));
    if (verdict !== 'ok') return verdict;
  }
  try {
    db.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)').run(CHECKED_AT, String(now));
  } catch (error) {
    if (isDamage(error)) throw error;
    // A full disk: then the next start looks again.
  }
  return null;
}

/** At most this many files are kept aside, the newest: they must not fill a disk that goes on failing. */
const KEPT_ASIDE = 3;
/** The time in the name makes the newest the last in order. */
const ASIDE = /^mirror\.damaged-\d{8}T\d{6}Z(?:-\d+)?\.sqlite$/;

/**
 * Moves the file and its log aside under a name with the time (epoch ms). Nothing is deleted. Until the note of it is dropped,
 * a start takes the file back first: a process that was killed took over none, or half, of the choices in it.
 */
export function setAside(file: string, reason: string, at: number): Rebuilt {
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = path.dirname(file);
  let name = `mirror.damaged-${stamp}.sqlite`;
  for (let again = 2; existsSync(path.join(folder, name)); again += 1) {
    name = `mirror.damaged-${stamp}-${again}.sqlite`;
  }
  const movedTo = path.join(folder, name);
  noteAside(file, { name, reason });
  // The log first: a new file beside the old log would take it for its own.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, movedTo + suffix);
  }
  return { reason, movedTo, sitesLost: 0 };
}

/** A file beside the mirror from when that is about to be set aside until another has taken over all that can be read. */
function notePath(file: string): string {
  return `${file}.aside`;
}

function noteAside(file: string, note: { readonly name: string; readonly reason: string }): void {
  try {
    writeFileSync(notePath(file), JSON.stringify(note), { mode: 0o600, flush: true });
  } catch (error) {
    dropAsideNote(file);
    throw error;
  }
}

export function dropAsideNote(file: string): void {
  rmSync(notePath(file), { force: true });
}

/** Takes back what a process set aside that ended before another file had taken its place. Returns why that was done. */
export function takeBack(file: string): string | null {
  const { name, reason } = asideNote(file) ?? {};
  if (name === undefined || reason === undefined) return null;
  const movedTo = path.join(path.dirname(file), name);
  if (existsSync(movedTo)) putBack(file, { movedTo });
  else moveLogs(movedTo, file);
  return reason;
}

/** Null if there is none that was written to its end: then nothing was moved yet. */
function asideNote(file: string): { readonly name: string; readonly reason: string } | null {
  if (!existsSync(notePath(file))) return null;
  try {
    const note: unknown = JSON.parse(readFileSync(notePath(file), 'utf8'));
    if (!isJsonObject(note)) return null;
    const { name, reason } = note;
    return typeof name === 'string' && typeof reason === 'string' && ASIDE.test(name)
      ? { name, reason }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Puts a file that was set aside back into its place, since no other could take it, as on a full disk. What was begun there
 * is dropped: the next start has to take over all that can be read.
 */
export function putBack(file: string, { movedTo }: Pick<Rebuilt, 'movedTo'>): void {
  // Its own log goes first: what is put back would take it for its own.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  if (existsSync(movedTo)) renameSync(movedTo, file);
  else rmSync(file, { force: true });
  // Here the log comes last: beside no file, another one would be begun.
  moveLogs(movedTo, file);
}

function moveLogs(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}

/**
 * Deletes the oldest files that were set aside. Whatever could be read of the person's choices in them was taken over.
 */
export function dropOldAside(rebuilt: Rebuilt): void {
  const folder = path.dirname(rebuilt.movedTo);
  try {
    const others = readdirSync(folder)
      .filter((name) => ASIDE.test(name) && name !== path.basename(rebuilt.movedTo))
      .toSorted()
      .toReversed();
    for (const name of others.slice(KEPT_ASIDE - 1))
      for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(folder, name + suffix), { force: true });
  } catch {
    // What cannot be deleted now is deleted the next time.
  }
}
