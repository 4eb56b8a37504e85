import { copyFileSync, linkSync, lstatSync, mkdirSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { flushFileNow, flushFolderNow } from '../paths/flush-now.ts';
import { dropSecondName, isStill, requireClosed } from '../paths/last-look.ts';
import { withoutMark } from '../paths/read-only-mark.ts';
import { TRASH } from '../layout.ts';
import { changedMeanwhile, isErrno, Refused, thrownByTrash, trashTaken } from '../problem.ts';
import { momentOfTrash, nameInTrash } from './trash-names.ts';
import { makeWayNow } from '../paths/way-now.ts';

/**
 * Gives a file that is about to be replaced a second name in the trash; or a copy, if the disk has no hard links.
 * Returns its path.
 */
export function keepInTrashNow(folder: string, path: RelPath, full: string): string {
  const kept = placeInTrashNow(folder, path);
  try {
    linkOrCopy(full, kept);
    return kept;
  } catch (error) {
    pruneTrashNow(folder, kept);
    throw isErrno(error, 'ENOENT') ? new Refused(changedMeanwhile(path, 'gone')) : error;
  }
}

function linkOrCopy(full: string, kept: string): void {
  requireClosed(full);
  try {
    linkSync(full, kept);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw error;
    copyOrNothing(full, kept);
  }
}

/**
 * Removes it from the trash again, since the file was not replaced: otherwise each try would leave one more there. If a
 * person saved another file over it meanwhile, the trash has the only one left, and keeps it.
 */
export function dropFromTrashNow(folder: string, kept: string, full: string, seen: Fingerprint): void {
  try {
    if (isStill(full, seen)) rmSync(kept, { force: true });
    else dropSecondName(kept, full);
  } catch {
    // It goes when the trash of this day is purged.
  }
  pruneTrashNow(folder, kept);
}

/** Removes the folders that were made for a file in the trash if it did not get there: each try makes them anew. */
export function pruneTrashNow(folder: string, kept: string): void {
  try {
    for (let at = dirname(kept); at !== join(folder, TRASH); at = dirname(at)) rmdirSync(at);
  } catch {
    // Something else lies in it.
  }
}

/** Copies the file and flushes the copy, before the original is replaced. */
function copyOrNothing(full: string, kept: string): void {
  try {
    copyFileSync(full, kept);
    const markAgain = withoutMark(kept);
    flushFileNow(kept);
    markAgain();
    flushFolderNow(dirname(kept));
  } catch (error) {
    try {
      rmSync(kept, { force: true });
    } catch {
      // What is left of it goes when the trash of this day is purged.
    }
    throw error;
  }
}

/**
 * Throws if something else lies in the place of the trash: otherwise the file would look changed on its way there.
 * Links are found by the check of the way.
 */
export function requireTrash(folder: string, path: RelPath): void {
  const there = lookAtTrash(folder, path);
  if (there !== undefined && !there.isDirectory() && !there.isSymbolicLink())
    throw new Refused(trashTaken(path));
}

function lookAtTrash(folder: string, path: RelPath): Stats | undefined {
  try {
    return lstatSync(join(folder, TRASH), { throwIfNoEntry: false });
  } catch (error) {
    throw thrownByTrash(error, path);
  }
}

function placeInTrashNow(folder: string, path: RelPath): string {
  requireTrash(folder, path);
  const at = momentOfTrash(folder, Date.now());
  for (let number = 0; ; number++) {
    const name = nameInTrash(at, number);
    const full = join(folder, TRASH, name, ...path.split('/'));
    if (lstatSync(full, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      makeWayNow(folder, `${TRASH}/${name}`);
      mkdirSync(dirname(full), { recursive: true });
    } catch (error) {
      throw thrownByTrash(error, path);
    }
    return full;
  }
}
