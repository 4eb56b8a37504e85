import path from 'node:path';

import Database from 'better-sqlite3';

import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { makePrivateFile } from '../disk/own-files/private.ts';
import { mirrorFailure, sqliteCode } from './mirror-error.ts';

export interface DataLock {
  release(): void;
}

/** What is held stays in reach: a lock that is tidied up with the memory would end while its process goes on. */
const HELD = new Set<Database.Database>();

/**
 * Takes the data folder for this process: `mirror-locked` where another has it. The lock is the operating system's,
 * held through an empty SQLite file, so it ends with the process however that ends; there is no pid to go stale.
 * Nothing else may open the file: on POSIX, closing any other handle of it within this process would drop the lock.
 */
export function lockDataFolder(dataDir: string): Result<DataLock> {
  let db: Database.Database | null = null;
  try {
    // Whoever may read it could hold it as well.
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
