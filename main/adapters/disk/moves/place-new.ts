import { linkSync, lstatSync, renameSync } from 'node:fs';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { dropSecondName } from '../paths/last-look.ts';
import { changedMeanwhile, isErrno, placeTaken, Refused } from '../problem.ts';
import { otherSpellings } from '../paths/spellings.ts';

/**
 * The errors of drives without hard links. exFAT on Windows says that it is a folder; OneDrive, which gives no file that it
 * keeps a second name, has an error that Node does not know.
 */
const NO_LINKS = [
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
  'EISDIR',
  'UNKNOWN',
] as const;

/**
 * Links the new name, which fails if it is taken, and then drops the old one. If that fails, the new name is dropped
 * again: a file with two names would count as two.
 */
export function placeNew(from: string, full: string, path: RelPath): void {
  try {
    linkSync(from, full);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw refusalOfTaken(full, path);
    if (!isErrno(error, ...NO_LINKS)) throw error;
    // FAT, OneDrive and some network drives have no hard links.
    renameNew(from, full, path);
    return;
  }
  try {
    // If another file was saved under the old name meanwhile, it is not part of this move.
    dropSecondName(from, full);
  } catch (error) {
    undo(from, full);
    throw error;
  }
}

/** Renames in one step; but between the look at the new name and the rename lies a moment. */
export function renameNew(from: string, full: string, path: RelPath): void {
  requireFree(full, path);
  renameSync(from, full);
}

export function requireFree(full: string, path: RelPath): void {
  if (lstatSync(full, { throwIfNoEntry: false }) !== undefined) throw refusalOfTaken(full, path);
}

/**
 * Some disks hold é composed and decomposed as two names. If both were there, a scan would tell of one of them, and the
 * other would be taken for its next version.
 */
export function requireOneSpelling(full: string, path: RelPath): void {
  if (otherSpellings(full).some(isThere))
    throw new Refused(changedMeanwhile(path, 'another spelling is there'));
}

function isThere(full: string): boolean {
  try {
    return lstatSync(full, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Decomposed, a name may be too long for the disk.
    if (isErrno(error, 'ENAMETOOLONG')) return false;
    throw error;
  }
}

function undo(from: string, full: string): void {
  try {
    dropSecondName(full, from);
  } catch {
    // Both names stay until the caller cleans up.
  }
}

/**
 * The failure if the place is taken. A file that came meanwhile is planned anew; anything else is in the way until a
 * person moves it.
 */
function refusalOfTaken(full: string, path: RelPath): Refused {
  const there = lstatSync(full, { throwIfNoEntry: false });
  if (there === undefined || there.isFile()) return new Refused(changedMeanwhile(path, 'something is there'));
  if (there.isDirectory()) return new Refused(placeTaken(path, 'folder'));
  return new Refused(placeTaken(path, there.isSymbolicLink() ? 'link' : 'special'));
}
