import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import Database from 'better-sqlite3';

import { isDamage, sqliteCode } from './mirror-error.ts';

export interface Rebuilt {
  /** What was wrong, for the person. */
  readonly reason: string;
  /** Absolute path of the damaged file, which is kept. */
  readonly movedTo: string;
  /** Sites that were kept here, and of which no more can be read than that. */
  readonly sitesLost: number;
}

/** Beside the mirror while it is suspected of damage; read at the next start, when nothing else uses the file. */
function markPath(file: string): string {
  return `${file}.suspect`;
}

export function markSuspect(file: string, why: string): void {
  try {
    writeFileSync(markPath(file), why);
  } catch {
    // The error that led here is thrown anyway; without the mark the next start meets it again by itself.
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
 * What SQLite's own check finds wrong with the file, or null. Reads all of it, so only asked when in doubt; and the
 * indexes too, for a row that is not in its index can never be written again. Throws where the file could not be looked
 * at: that says nothing of what is in it.
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

/** Of the files that were set aside so many stay, the newest: a disk that goes on failing must not be filled by them. */
const KEPT_ASIDE = 3;
/** The time in it makes the newest the last in order. */
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
  // The log first: a new file that met the old one's log would take it for its own.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, movedTo + suffix);
  }
  clearSuspicion(file);
  return { reason, movedTo, sitesLost: 0 };
}

/** Drops what was set aside longest ago. What could be read of the person's choices in it is in the mirrors since. */
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
    // What the disk does not give up now goes the next time.
  }
}
