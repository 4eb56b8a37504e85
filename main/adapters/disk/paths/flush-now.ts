import { closeSync, fsyncSync, openSync } from 'node:fs';
import { isErrno } from '../problem.ts';

/** Flushes a folder so that names in it survive a power cut; synchronous, for threads that may wait. */
export function flushFolderNow(full: string): void {
  // Windows cannot flush a folder; NTFS keeps a journal of renames itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(full, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!isErrno(error, 'EINVAL', 'EPERM', 'ENOTSUP')) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Windows only flushes files that are open for writing; elsewhere the file may be write-protected. */
export const TO_FLUSH = process.platform === 'win32' ? 'r+' : 'r';

/** Flushes what was written to a file. */
export function flushFileNow(full: string): void {
  const descriptor = openSync(full, TO_FLUSH);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
