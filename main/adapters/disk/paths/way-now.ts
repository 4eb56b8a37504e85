import { lstatSync, mkdirSync, rmdirSync, statSync, type BigIntStats } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from '../../../../shared/model/rel-path.ts';
import { flushFolderNow } from './flush-now.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { MARKER } from '../layout.ts';
import { changedMeanwhile, folderClosed, folderMissing, isErrno, Refused } from '../problem.ts';
import { inside, requireRealFolder, requireRegularFile, throwIfShut } from './way.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';

/*
 * What `way.ts` checks, with synchronous calls: in a worker they cost a fifth of the promise forms, and many small files
 * are looked at there.
 */

/**
 * The absolute path of a file that is still as the caller saw it; otherwise throws `Refused` with `changed-meanwhile`.
 */
export function unchangedAt(folder: string, file: ScannedFile): string {
  return unchangedIn(folder)(file);
}

/**
 * The same for many files in a row: the way to a folder is checked once for successive files in it. If a link takes its
 * place meanwhile, it leads to another file, which the inode tells.
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

/** Throws unless every folder on the way to `path` exists and is no link. */
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

/** The marker as it lies there. Throws `Refused` with `folder-missing` unless the folder and its marker are there. */
export function requireMarkerNow(folder: string): BigIntStats {
  requireFolderNow(folder);
  const marker = markerNow(folder);
  if (marker === undefined) throw new Refused(folderMissing(folder, 'has lost its SiteSync marker'));
  return marker;
}

function markerNow(folder: string): BigIntStats | undefined {
  try {
    return statSync(join(folder, MARKER), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throwIfShut(folder, error);
    throw error;
  }
}

/**
 * Makes the missing folders on the way; throws if one is a link. If a drive goes in that very moment, what was made in
 * its empty mount point is removed.
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
  // If a power cut took the folder, everything flushed in it would go too.
  for (const each of made) flushFolderNow(dirname(each));
}

function dropEmpty(full: string): void {
  try {
    rmdirSync(full);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
  }
}

/** False if the other thread made it in the same moment. */
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
