import { chmodSync, lstatSync, readdirSync, renameSync, unlinkSync, type BigIntStats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { isErrno } from '../problem.ts';
import { withoutMark } from './read-only-mark.ts';

/*
 * No system offers a rename or unlink that looks at what it replaces or removes. Here the look and the step follow one
 * another without a turn of the event loop between them, so that a person's save has some microseconds to slip in
 * and not the milliseconds of a busy program.
 */

/**
 * Replaces the file at `full` by the one at `from`, which gets its permissions. False if the old file is not as it was
 * seen: then nothing is done.
 */
export function replaceIfSame(from: string, full: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  const own = takePermissions(from, full);
  const markAgain = withoutMark(full);
  try {
    renameSync(from, full);
  } catch (error) {
    // The file may be kept for a later try, which has to open it.
    if (own !== null) chmodSync(from, own);
    throw error;
  } finally {
    markAgain();
  }
  return true;
}

/**
 * Gives the new version the permissions of the old: others may not read it now just because somebody edited it, and a
 * script must stay executable. Returns the permissions it had before; null if they stay.
 */
function takePermissions(of: string, as: string): number | null {
  // On Windows these are lists that Node can neither read nor set: a file gets those of the folder in which it was
  // made. Only the mark “Read-only” stays, see `withoutMark`.
  if (process.platform === 'win32') return null;
  const permissionsOf = (path: string): number => lstatSync(path).mode & 0o777;
  const [own, wanted] = [permissionsOf(of), permissionsOf(as)];
  if (own === wanted) return null;
  try {
    chmodSync(of, wanted);
    return own;
  } catch (error) {
    // Some drives have none, and on some only the owner may change them: the bytes count all the same.
    if (!isErrno(error, 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS')) throw error;
    return null;
  }
}

/**
 * Throws if another program has the file open, on Windows. To be called before it gets a second name in the trash:
 * Windows allows that for an open file, but lets neither name go until it is closed, so each try would leave one more.
 * Renaming a file to its own name is refused just then, and does nothing else.
 */
export function requireClosed(full: string): void {
  if (process.platform === 'win32') renameSync(full, full);
}

/** Renames a file to a free name. False if it is not as it was seen: then nothing is done. */
export function renameIfSame(full: string, to: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  renameSync(full, to);
  return true;
}

/** Removes a name. False if the file is not as it was seen: then nothing is done. */
export function unlinkIfSame(full: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  unlinkSync(full);
  return true;
}

/**
 * The fingerprint of a file right after it got another name: some drives (exFAT, and a few network drives) number it
 * anew. A file that a person saved there in between has another time, and is not taken for it.
 */
export function numberedAnew(full: string, before: Fingerprint): Fingerprint {
  const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return before;
  const now = fingerprintOf(stats);
  return sameFingerprint({ ...now, ino: before.ino }, before) ? now : before;
}

/** Removes one of two names of a file. If another file took that name meanwhile, it stays. */
export function dropSecondName(name: string, other: string): void {
  const [one, two] = statsOfBoth(name, other);
  if (one !== undefined && two !== undefined && isSameFile(one, two)) unlinkSync(name);
}

/** Are these two names of one file, and not one name that the disk finds in two spellings? */
export function areTwoNames(one: string, two: string): boolean {
  const [a, b] = statsOfBoth(one, two);
  return a !== undefined && b !== undefined && isSameFile(a, b) && a.nlink > 1n && !isOneEntry(one, two);
}

/**
 * Is this one name of a file, which the disk finds in two spellings? If they differ in more than case, they need one file
 * number, if only the same 0. Else they need not: exFAT on Linux (FUSE) gives each spelling a number of its own.
 */
export function isOneName(one: string, two: string): boolean {
  const [a, b] = statsOfBoth(one, two);
  if (a === undefined || b === undefined) return false;
  return (a.ino === b.ino || nameKey(one) === nameKey(two)) && isOneEntry(one, two);
}

/** Do two paths to the same file number go through the same entry of the same folder? */
function isOneEntry(one: string, two: string): boolean {
  const [folder, other] = [dirname(one), dirname(two)];
  if (
    folder !== other &&
    !isSameFile(lstatSync(folder, { bigint: true }), lstatSync(other, { bigint: true })) &&
    !isOneName(folder, other)
  )
    return false;
  const spellings = new Set([one, two].map(nameKey));
  return readdirSync(folder).filter((name) => spellings.has(nameKey(name))).length < 2;
}

function statsOfBoth(one: string, two: string): readonly (BigIntStats | undefined)[] {
  return [one, two].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** The last name of a path, folded: equal for names that differ only in case or spelling. */
function nameKey(path: string): string {
  return foldKey(basename(path) as RelPath);
}

/** Are these names of one file? On drives without file numbers (FAT on some systems) never. */
export function isSameFile(one: BigIntStats, two: BigIntStats): boolean {
  return one.ino !== 0n && one.ino === two.ino && one.dev === two.dev;
}

/** Is the file still as it was seen? */
export function isStill(full: string, seen: Fingerprint): boolean {
  const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && sameFingerprint(fingerprintOf(stats), seen);
}
