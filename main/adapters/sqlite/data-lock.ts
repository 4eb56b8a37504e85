import { truncateSync } from 'node:fs';
import path from 'node:path';

import Database from 'better-sqlite3';

import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { makePrivateFile } from '../disk/own-files/private.ts';
import { isDamage, mirrorFailure, sqliteCode } from './mirror-error.ts';

export interface DataLock {
  release(): void;
}

/** Keeps the locks reachable: garbage collection would end a lock while its process goes on. */
const HELD = new Set<Database.Database>();

/**
 * Locks the data folder for this process; fails with `mirror-locked` if another process has it. The lock belongs to the
 * operating system, held through an empty SQLite file, so it ends with the process in whatever way: no pid file can go
 * stale. A file that rotted is emptied: it holds nothing. Nothing else may open that file: on POSIX, closing any other
 * handle of it in this process drops the lock.
 */
export function lockDataFolder(dataDir: string): Result<DataLock> {
  const file = path.join(dataDir, 'lock');
  // Private, since another user who may read it could lock it.
  makePrivateFile(file);
  const locked = lock(dataDir, file);
  if (locked !== 'damaged') return locked;
  // Who holds the lock is noticed before the content is read, so nobody does. Emptied in its place: in a new file of
  // this name, a second process could hold a lock of its own.
  truncateSync(file);
  const again = lock(dataDir, file);
  if (again === 'damaged') throw new Error(`${file} is damaged again at once`);
  return again;
}

function lock(dataDir: string, file: string): Result<DataLock> | 'damaged' {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    HELD.add(held);
    return ok({
      release: () => {
        HELD.delete(held);
        held.close();
      },
    });
  } catch (error) {
    db?.close();
    if (isDamage(error)) return 'damaged';
    return fail(sqliteCode(error) === 'SQLITE_BUSY' ? lockedBy(dataDir, error) : mirrorFailure(error));
  }
}

function lockedBy(dataDir: string, error: unknown): Failure {
  return {
    code: 'mirror-locked',
    message: `Another SiteSync is working on the data folder ${dataDir}.`,
    hint: 'Quit the other SiteSync first, or give this one its own folder with --data.',
    retry: 'later',
    detail: String(error),
  };
}
