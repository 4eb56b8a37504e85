import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';

/*
 * What names the sites and files of a person is nobody else's business on a computer that others use too. Windows gives
 * what lies in a person's folders to that person alone by itself, and knows no modes.
 */

/**
 * An empty file that only we may read and write, where there is none. Also an open one stays as it is: closing a second
 * handle of a database drops its locks.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there; or it cannot be made, and whoever opens it says why.
  }
}

/** Takes the rights of others off a folder of ours; a link in its place, or a folder of somebody else, stays as it is. */
export function closeFolder(folder: string): void {
  try {
    const stat = lstatSync(folder);
    const isOurs = stat.isDirectory() && stat.uid === process.getuid?.();
    if (isOurs && (stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch {
    // It is not there yet, or its drive takes no such change: then it is no worse than before.
  }
}
