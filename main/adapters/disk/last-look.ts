import { lstatSync, renameSync, unlinkSync, type BigIntStats } from 'node:fs';
import { fingerprintOf, sameFingerprint, type Fingerprint } from './fingerprint.ts';

/*
 * No system offers a rename or unlink that looks at what it replaces or removes. Here the look and the step follow one
 * another without a turn of the event loop between them, so that a person's save has some microseconds to slip in
 * and not the milliseconds of a busy program.
 */

/** Replaces the file at `full` by the one at `from`. False where it is not what was seen: then nothing was done. */
export function replaceIfSame(from: string, full: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  renameSync(from, full);
  return true;
}

/** Removes a name. False where the file is not what was seen: then nothing was done. */
export function unlinkIfSame(full: string, seen: Fingerprint): boolean {
  if (!isStill(full, seen)) return false;
  unlinkSync(full);
  return true;
}

/** Removes one of two names of a file; a file that took the name meanwhile stays. */
export function dropSecondName(name: string, other: string): void {
  const [one, two] = [name, other].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  if (one !== undefined && two !== undefined && isSameFile(one, two)) unlinkSync(name);
}

/** Two names of one file. Where a drive numbers no files (FAT on some systems) there are none. */
export function isSameFile(one: BigIntStats, two: BigIntStats): boolean {
  return one.ino !== 0n && one.ino === two.ino && one.dev === two.dev;
}

function isStill(full: string, seen: Fingerprint): boolean {
  const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && sameFingerprint(fingerprintOf(stats), seen);
}
