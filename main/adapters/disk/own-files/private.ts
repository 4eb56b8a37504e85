import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';

/*
 * What names the sites and files of a person is nobody else's business on a computer that others use too. Windows gives
 * what lies in a person's folders to that person alone by itself, and knows no modes.
 */

/**
 * Makes an empty file that only we may read and write, if it is missing. A file that is there is not touched: closing a
 * second handle of an open database would drop its locks.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists; or it cannot be made, and then whoever opens it says why.
  }
}

/** Takes a folder of ours away from other users. A link in its place, or somebody else's folder, stays as it is. */
export function closeFolder(folder: string): void {
  try {
    const stat = lstatSync(folder);
    const isOurs = stat.isDirectory() && stat.uid === process.getuid?.();
    if (isOurs && (stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch {
    // It is not there yet, or its drive has no such rights: no worse than before.
  }
}
