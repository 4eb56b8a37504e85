import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import Database from 'better-sqlite3';

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

/** Moves the file and its log aside under a name with the time (epoch ms). Nothing is deleted. */
export function setAside(file: string, reason: string, at: number): Rebuilt {
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = path.dirname(file);
  let name = `mirror.damaged-${stamp}.sqlite`;
  for (let again = 2; existsSync(path.join(folder, name)); again += 1) {
    name = `mirror.damaged-${stamp}-${again}.sqlite`;
  }
  const movedTo = path.join(folder, name);
  // The log first: a new file beside the old log would take it for its own.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, movedTo + suffix);
  }
  return { reason, movedTo, sitesLost: 0 };
}

/**
 * Puts a file that was set aside back into its place, since no other could take it, as on a full disk. What was begun there
 * is dropped: the next start has to take over all that can be read.
 */
export function putBack(file: string, { movedTo }: Rebuilt): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  // Here the log comes last: beside no file, another one would be begun.
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(movedTo + suffix)) renameSync(movedTo + suffix, file + suffix);
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
