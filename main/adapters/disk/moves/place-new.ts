import { linkSync, lstatSync, renameSync } from 'node:fs';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { dropSecondName } from '../paths/last-look.ts';
import { changedMeanwhile, isErrno, placeTaken, Refused } from '../problem.ts';
import { otherSpellings } from '../paths/spellings.ts';

/** What a drive says that has no hard links; exFAT on Windows speaks of a folder. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR'] as const;

/**
 * Links the new name, which fails where something has it already, and drops the old one. Where the old one cannot be
 * dropped the new one goes again: a file under two names would be taken for two.
 */
export function placeNew(from: string, full: string, path: RelPath): void {
  try {
    linkSync(from, full);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw refusalOfTaken(full, path);
    if (!isErrno(error, ...NO_LINKS)) throw error;
    // FAT and some network drives have no hard links.
    renameNew(from, full, path);
    return;
  }
  try {
    // Another file that was saved under the old name meanwhile is none of this move.
    dropSecondName(from, full);
  } catch (error) {
    undo(from, full);
    throw error;
  }
}

/** In one step, but with a moment between the look and the step. */
export function renameNew(from: string, full: string, path: RelPath): void {
  requireFree(full, path);
  renameSync(from, full);
}

export function requireFree(full: string, path: RelPath): void {
  if (lstatSync(full, { throwIfNoEntry: false }) !== undefined) throw refusalOfTaken(full, path);
}

/**
 * On a disk that holds é composed and decomposed apart both would lie there, and a scan tells of one of them: the other one
 * would be taken for its next version.
 */
export function requireOneSpelling(full: string, path: RelPath): void {
  if (otherSpellings(full).some(isThere))
    throw new Refused(changedMeanwhile(path, 'another spelling is there'));
}

function isThere(full: string): boolean {
  try {
    return lstatSync(full, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A name may be longer decomposed than a disk can hold.
    if (isErrno(error, 'ENAMETOOLONG')) return false;
    throw error;
  }
}

function undo(from: string, full: string): void {
  try {
    dropSecondName(full, from);
  } catch {
    // Both names stay until whoever asked for this cleans up after it.
  }
}

/** A file that came meanwhile is a matter of planning again; anything else stays in the way until a person moves it. */
function refusalOfTaken(full: string, path: RelPath): Refused {
  const there = lstatSync(full, { throwIfNoEntry: false });
  if (there === undefined || there.isFile()) return new Refused(changedMeanwhile(path, 'something is there'));
  if (there.isDirectory()) return new Refused(placeTaken(path, 'folder'));
  return new Refused(placeTaken(path, there.isSymbolicLink() ? 'link' : 'special'));
}
