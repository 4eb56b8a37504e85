import { chmodSync, lstatSync, readdirSync, renameSync, unlinkSync, type BigIntStats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { isErrno } from '../problem.ts';

/*
 * No system offers a rename or unlink that looks at what it replaces or removes. Here the look and the step follow one
 * another without a turn of the event loop between them, so that a person's save has some microseconds to slip in
 * and not the milliseconds of a busy program.
 */

/**
 * Replaces the file at `full` by the one at `from`, which gets its permissions. False where it is not what was seen: then
 * nothing was done.
 */
export function replaceIfSame(from: string, full: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  const own = takePermissions(from, full);
  try {
    renameSync(from, full);
  } catch (error) {
    // What is kept for a later try has to be opened for that.
    if (own !== null) chmodSync(from, own);
    throw error;
  }
  return true;
}

/**
 * A version of others is no reason that more people may read a file, or that a script may not be run any more. Returns
 * which the file had; null where it keeps those.
 */
function takePermissions(of: string, as: string): number | null {
  // There they are lists, which Node cannot read or set: a file has that of the folder in which it was made.
  if (process.platform === 'win32') return null;
  const permissionsOf = (path: string): number => lstatSync(path).mode & 0o777;
  const [own, wanted] = [permissionsOf(of), permissionsOf(as)];
  if (own === wanted) return null;
  try {
    chmodSync(of, wanted);
    return own;
  } catch (error) {
    // Drives that keep none, or where only the folder's owner may change them: the bytes come all the same.
    if (!isErrno(error, 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS')) throw error;
    return null;
  }
}

/**
 * To be asked before a file gets a second name in the trash. Windows gives one to a file that a program has open, and lets
 * neither name go until that closes it: each try to replace it would leave one more there. A rename to the name that it has
 * is refused just then, and does nothing else.
 */
export function requireClosed(full: string): void {
  if (process.platform === 'win32') renameSync(full, full);
}

/** Gives a file a name that nothing has. False where it is not what was seen: then nothing was done. */
export function renameIfSame(full: string, to: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  renameSync(full, to);
  return true;
}

/** Removes a name. False where the file is not what was seen: then nothing was done. */
export function unlinkIfSame(full: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  unlinkSync(full);
  return true;
}

/**
 * What a file is known by, right after it got another name: some drives (exFAT, of network drives a few) number it anew
 * with that. One that a person saved there in between has another time, and is not taken for it.
 */
export function numberedAnew(full: string, before: Fingerprint): Fingerprint {
  const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return before;
  const now = fingerprintOf(stats);
  return sameFingerprint({ ...now, ino: before.ino }, before) ? now : before;
}

/** Removes one of two names of a file; a file that took the name meanwhile stays. */
export function dropSecondName(name: string, other: string): void {
  const [one, two] = statsOfBoth(name, other);
  if (one !== undefined && two !== undefined && isSameFile(one, two)) unlinkSync(name);
}

/** Two names of one file, and not one name that the disk finds under two spellings. */
export function areTwoNames(one: string, two: string): boolean {
  const [a, b] = statsOfBoth(one, two);
  return a !== undefined && b !== undefined && isSameFile(a, b) && a.nlink > 1n && !isOneEntry(one, two);
}

/** One name of a file that the disk finds under two spellings. */
export function isOneName(one: string, two: string): boolean {
  const [a, b] = statsOfBoth(one, two);
  // Also where a drive numbers no files.
  return a !== undefined && b !== undefined && a.ino === b.ino && isOneEntry(one, two);
}

/** Of two paths that lead to a file of one number: do they by the same entry of the same folder? */
function isOneEntry(one: string, two: string): boolean {
  const [folder, other] = [dirname(one), dirname(two)];
  if (
    folder !== other &&
    !isSameFile(lstatSync(folder, { bigint: true }), lstatSync(other, { bigint: true }))
  )
    return false;
  const spellings = new Set([one, two].map(nameKey));
  return readdirSync(folder).filter((name) => spellings.has(nameKey(name))).length < 2;
}

function statsOfBoth(one: string, two: string): readonly (BigIntStats | undefined)[] {
  return [one, two].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** The name at the end of a path, as one that differs only in case or spelling has it too. */
function nameKey(path: string): string {
  return foldKey(basename(path) as RelPath);
}

/** Two names of one file. Where a drive numbers no files (FAT on some systems) there are none. */
export function isSameFile(one: BigIntStats, two: BigIntStats): boolean {
  return one.ino !== 0n && one.ino === two.ino && one.dev === two.dev;
}

/** Is it what was seen? */
export function isStill(full: string, seen: Fingerprint): boolean {
  const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && sameFingerprint(fingerprintOf(stats), seen);
}
