import { copyFileSync, linkSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { flushFileNow, flushFolderNow } from './folders-now.ts';
import { TRASH } from './layout.ts';
import { changedMeanwhile, isErrno, Refused } from './problem.ts';
import { nameInTrash } from './trash-names.ts';
import { makeWayNow } from './way-now.ts';

/** A second name in the trash for a file that is about to be replaced; a copy where the disk has no hard links. */
export function keepInTrashNow(folder: string, path: RelPath, full: string): void {
  const kept = placeInTrashNow(folder, path);
  try {
    linkSync(full, kept);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new Refused(changedMeanwhile(path, 'gone'));
    copyOrNothing(full, kept);
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

function placeInTrashNow(folder: string, path: RelPath): string {
  const at = new Date();
  for (let number = 0; ; number++) {
    const name = nameInTrash(at, number);
    const full = join(folder, TRASH, name, ...path.split('/'));
    if (lstatSync(full, { throwIfNoEntry: false }) !== undefined) continue;
    makeWayNow(folder, `${TRASH}/${name}`);
    mkdirSync(dirname(full), { recursive: true });
    return full;
  }
}
