import { copyFileSync, linkSync, lstatSync, mkdirSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { flushFileNow, flushFolderNow } from '../paths/flush-now.ts';
import { dropSecondName, isStill, requireClosed } from '../paths/last-look.ts';
import { TRASH } from '../layout.ts';
import { changedMeanwhile, isErrno, Refused, thrownByTrash, trashTaken } from '../problem.ts';
import { momentOfTrash, nameInTrash } from './trash-names.ts';
import { makeWayNow } from '../paths/way-now.ts';

/**
 * A second name in the trash for a file that is about to be replaced; a copy where the disk has no hard links. Returns
 * where that is.
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
 * The file was not replaced after all, and is where it was: what was kept of it would lie in the trash once more after
 * each try. Where a person saved another one over it, this is the only one left of what was there, and stays.
 */
export function dropFromTrashNow(folder: string, kept: string, full: string, seen: Fingerprint): void {
  try {
    if (isStill(full, seen)) rmSync(kept, { force: true });
    else dropSecondName(kept, full);
  } catch {
    // It is dropped with the trash of this day.
  }
  pruneTrashNow(folder, kept);
}

/** The folders that were made for a file in the trash, where it did not get there: each try makes them anew. */
export function pruneTrashNow(folder: string, kept: string): void {
  try {
    for (let at = dirname(kept); at !== join(folder, TRASH); at = dirname(at)) rmdirSync(at);
  } catch {
    // Something else lies in it.
  }
}

/** On the disk before what it keeps is replaced. */
function copyOrNothing(full: string, kept: string): void {
  try {
    copyFileSync(full, kept);
    flushFileNow(kept);
    flushFolderNow(dirname(kept));
  } catch (error) {
    try {
      rmSync(kept, { force: true });
    } catch {
      // What is left of it is dropped with the trash of this day.
    }
    throw error;
  }
}

/** What lies in its place is told as that: on its way into it a file would look changed. Of a link the way tells. */
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
