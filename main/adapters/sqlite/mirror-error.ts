import type { Failure } from '../../../shared/failure.ts';
import { FailureError } from '../../sync/ports/failure-error.ts';
import { isErrno } from '../disk/problem.ts';
import { isOutOfFiles, mayOpenNoMore, OUT_OF_FILES } from '../out-of-files.ts';

/** A row that SQLite hands out but that is not what was written: the file was changed from outside, or rotted. */
export class UnreadableRow extends Error {
  constructor(what: string) {
    super(`Not a ${what}`);
    this.name = 'UnreadableRow';
  }
}

/** SQLite's result code (`SQLITE_BUSY`, `SQLITE_IOERR_WRITE`, …), or null where the error is not SQLite's. */
export function sqliteCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : null;
}

/** The file's own content is wrong, as against a disk that is full or a lock that is held. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return (
    error instanceof UnreadableRow ||
    (code !== null && (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')))
  );
}

/** The disk had no room for what was written, or for the memory that readers and writers share, which is a file too. */
export function isFull(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE' || isErrno(error, 'ENOSPC', 'EDQUOT');
}

/** Another program has the lock. */
export function isLocked(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') === true;
}

/** The system does not let us read or write the file, whatever is in it. */
export function isPermission(error: unknown): boolean {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : null;
  return code === 'EACCES' || code === 'EPERM';
}

/** The failure for a file of ours that we may not read or write. */
export function notLetAt(file: string, error: unknown): Failure {
  return {
    code: 'read-only',
    message: `SiteSync may not read and write its own file ${file}: permission is missing.`,
    hint: 'Give your user the right to read and write it and what lies beside it, or choose another data folder with --data.',
    retry: 'on-change',
    detail: describe(error),
  };
}

/** An error of the disk or of SQLite as a failure. Anything else is a bug and is thrown on. */
export function mirrorFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const ofTheWorld =
    sqliteCode(error) !== null || isDamage(error) || (error instanceof Error && 'syscall' in error);
  if (!ofTheWorld) throw error;
  const detail = describe(error);
  const code = sqliteCode(error);
  if (isOutOfFiles(error) || (code?.startsWith('SQLITE_CANTOPEN') === true && mayOpenNoMore()))
    return { ...OUT_OF_FILES, detail };
  if (isFull(error)) {
    return {
      code: 'disk-full',
      message: 'The disk that holds SiteSync’s database is full.',
      hint: 'Free some space.',
      retry: 'later',
      detail,
    };
  }
  if (isLocked(error)) return heldByOthers(detail);
  if (code !== null && (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')) {
    return {
      code: 'read-only',
      message: 'SiteSync’s database cannot be written: its folder or file is read-only.',
      hint: 'Give your user write access to the data folder, or choose another with --data.',
      retry: 'on-change',
      detail,
    };
  }
  if (isPermission(error) && error instanceof Error && 'path' in error)
    return notLetAt(String(error.path), error);
  if (isDamage(error)) {
    return {
      code: 'mirror-broken',
      message: 'SiteSync’s database is damaged.',
      hint: 'Start SiteSync again: it sets the damaged file aside and merges anew, deleting nothing.',
      retry: 'on-change',
      detail,
    };
  }
  return {
    code: 'mirror-broken',
    message: 'SiteSync’s database cannot be read or written.',
    hint: 'Check the disk that holds the data folder, then start SiteSync again.',
    retry: 'on-change',
    detail,
  };
}

/** It passes: whoever keeps the sites in step waits for that, and goes on. */
function heldByOthers(detail: string): Failure {
  return {
    code: 'mirror-locked',
    message: 'SiteSync’s database cannot be written: another program, perhaps a backup, keeps it locked.',
    hint: 'Let that program finish, or end it. What was done until then stays.',
    retry: 'later',
    detail,
  };
}

function describe(error: unknown): string {
  const code = sqliteCode(error);
  const text = error instanceof Error ? error.message : String(error);
  return code === null ? text : `${code}: ${text}`;
}
