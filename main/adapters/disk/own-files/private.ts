import { chmodSync, closeSync, lstatSync, openSync, statSync, type Stats } from 'node:fs';
import type { Failure } from '../../../../shared/failure.ts';

/*
 * What names the sites and files of a person is nobody else's business on a computer that others use too. Windows gives
 * what lies in a person's folders to that person alone by itself, and knows no modes.
 */

/**
 * Makes an empty file that only we may read and write, if it is missing; true if it was. A file that is there is not touched:
 * closing a second handle of an open database would drop its locks.
 */
export function makePrivateFile(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch {
    // It exists; or it cannot be made, and then whoever opens it says why.
    return false;
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

/**
 * Why nothing of a data folder is used: it is another user's, who decides what lies in it. The database says which service
 * gets the token, and which folders are sent there. Null if it is ours or the administrator's, or not there yet. The
 * administrator may use any: containers run as that, in folders of others.
 */
export function whyNotOurs(folder: string): Failure | null {
  const mine = process.getuid?.();
  const owner = statOf(folder)?.uid;
  if (mine === undefined || mine === 0 || owner === undefined || owner === mine || owner === 0) return null;
  return {
    code: 'bad-input',
    message: `The data folder ${folder} belongs to another user of this computer, who could change all that SiteSync does with it.`,
    hint: 'Name a folder of your own with --data.',
    retry: 'on-change',
  };
}

/** May another user, who is not the administrator, have written this file, or have put it there? */
export function isOpenToOthers(file: string, folder: string): boolean {
  return [folder, file].map(statOf).some((stat) => stat !== null && mayOthersWrite(stat));
}

function mayOthersWrite(stat: Stats): boolean {
  if (process.getuid === undefined) return false;
  // In a folder with the sticky bit nobody can replace what is there, and a file that somebody put there is theirs.
  if (stat.isDirectory() && (stat.mode & 0o1000) !== 0) return false;
  const isGroupOnlyOurs = stat.gid === process.getgid?.();
  const isOurs = stat.uid === process.getuid() || stat.uid === 0;
  return !isOurs || (stat.mode & (isGroupOnlyOurs ? 0o002 : 0o022)) !== 0;
}

/** Null if nothing is there, or nobody may look. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
