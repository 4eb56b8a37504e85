import { lstatSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from '../../../../shared/model/rel-path.ts';
import { flushFolderNow } from './flush-now.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { MARKER } from '../layout.ts';
import { changedMeanwhile, folderClosed, folderMissing, isErrno, Refused } from '../problem.ts';
import { inside, requireRealFolder, requireRegularFile } from './way.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';

/*
 * What `way.ts` checks, with synchronous calls: in a worker they cost a fifth of the promise forms, and many small files
 * are looked at there.
 */

/** The absolute path of a file that is still what the caller saw; throws `Refused` with `changed-meanwhile` else. */
export function unchangedAt(folder: string, file: ScannedFile): string {
  return unchangedIn(folder)(file);
}

/**
 * The same for files that are looked at in one go. The way to a folder is looked at once for those that lie in it one after
 * the other: a link that came in its place meanwhile leads to another file, and what is asked for is known by its inode.
 */
export function unchangedIn(folder: string): (file: ScannedFile) => string {
  let looked: string | null = null;
  return (file) => {
    const full = inside(folder, file.path);
    const parent = folderOf(file.path);
    if (parent !== looked) requireWayNow(folder, parent, file.path);
    looked = parent;
    const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) throw new Refused(changedMeanwhile(file.path, 'gone'));
    requireRegularFile(stats, file.path);
    if (!sameFingerprint(fingerprintOf(stats), file))
      throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
    return full;
  };
}

/** Every folder on the way to `path` is there, and a real one. */
function requireWayNow(folder: string, parent: string, path: string): void {
  requireFolderNow(folder);
  let at = folder;
  for (const segment of parent === '' ? [] : parent.split('/')) {
    at = join(at, segment);
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) throw new Refused(changedMeanwhile(path, 'gone'));
    requireRealFolder(stats, parent);
  }
}

/** The folder with its marker; throws `Refused` with `folder-missing` else. */
export function requireMarkerNow(folder: string): void {
  requireFolderNow(folder);
  if (statSync(join(folder, MARKER), { throwIfNoEntry: false }) === undefined)
    throw new Refused(folderMissing(folder, 'has lost its SiteSync marker'));
}

/**
 * Every folder on the way is a real one, and made where it is missing. A drive may go in the moment before: what was made
 * in the empty place where it was mounted goes again.
 */
export function makeWayNow(folder: string, parent: string): void {
  requireFolderNow(folder);
  const made: string[] = [];
  let at = folder;
  for (const segment of parent === '' ? [] : parent.split('/')) {
    at = join(at, segment);
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined && makeFolder(at)) made.push(at);
    requireRealFolder(stats ?? lstatSync(at, { bigint: true }), parent);
  }
  if (made.length === 0) return;
  try {
    requireMarkerNow(folder);
  } catch (error) {
    for (const each of made.toReversed()) dropEmpty(each);
    throw error;
  }
  // A power cut that took the folder would take with it what is flushed in it.
  for (const each of made) flushFolderNow(dirname(each));
}

function dropEmpty(full: string): void {
  try {
    rmdirSync(full);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
  }
}

/** False where it was made in the same moment by the other thread. */
function makeFolder(full: string): boolean {
  try {
    mkdirSync(full);
    return true;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    return false;
  }
}

function requireFolderNow(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw new Refused(folderClosed(folder, error));
  }
  throw new Refused(folderMissing(folder, 'is not there'));
}
