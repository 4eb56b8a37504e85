import { closeSync, fsyncSync, openSync } from 'node:fs';
import { isErrno } from './problem.ts';

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
