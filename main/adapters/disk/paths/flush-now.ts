import { closeSync, fsyncSync, openSync } from 'node:fs';
import { isErrno } from '../problem.ts';

/** Flushes a folder, so that a power cut takes back no name in it, with calls for a thread that may wait. */
export function flushFolderNow(full: string): void {
  // Windows has no handle on a folder to flush; NTFS journals the rename itself.
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

/** Windows flushes a file only for who may write to it; elsewhere it may be write-protected. */
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
