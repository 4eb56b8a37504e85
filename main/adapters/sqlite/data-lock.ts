import path from 'node:path';

import Database from 'better-sqlite3';

import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { makePrivateFile } from '../disk/own-files/private.ts';
import { mirrorFailure, sqliteCode } from './mirror-error.ts';

export interface DataLock {
  release(): void;
}

/** Keeps the locks reachable: garbage collection would end a lock while its process goes on. */
const HELD = new Set<Database.Database>();

/**
 * Locks the data folder for this process; fails with `mirror-locked` if another process has it. The lock belongs to the
 * operating system, held through an empty SQLite file, so it ends with the process in whatever way: no pid file can go
 * stale. Nothing else may open that file: on POSIX, closing any other handle of it in this process drops the lock.
 */
export function lockDataFolder(dataDir: string): Result<DataLock> {
  let db: Database.Database | null = null;
  try {
    // Private, since another user who may read it could lock it.
    makePrivateFile(path.join(dataDir, 'lock'));
    db = new Database(path.join(dataDir, 'lock'), { timeout: 0 });
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
