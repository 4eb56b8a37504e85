import { lstatSync, mkdirSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../../../shared/model/rel-path.ts';
import { fingerprintOf, sameFingerprint } from './fingerprint.ts';
import { MARKER } from './layout.ts';
import { changedMeanwhile, errnoOf, folderMissing, isErrno, Refused } from './problem.ts';
import { inside, requireRealFolder, requireRegularFile } from './way.ts';
import type { ScannedFile } from '../../sync/ports/disk.ts';

/*
 * What `way.ts` checks, with synchronous calls: in a worker they cost a fifth of the promise forms, and many small files
 * are looked at there.
 */

/** The absolute path of a file that is still what the caller saw; throws `Refused` with `changed-meanwhile` else. */
export function unchangedAt(folder: string, file: ScannedFile): string {
  const full = inside(folder, file.path);
  requireFolderNow(folder);
  let at = folder;
  const parent = folderOf(file.path);
  for (const segment of parent === '' ? [] : parent.split('/')) {
    at = join(at, segment);
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) throw new Refused(changedMeanwhile(file.path, 'gone'));
    requireRealFolder(stats, parent);
  }
  const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) throw new Refused(changedMeanwhile(file.path, 'gone'));
  requireRegularFile(stats, file.path);
  if (!sameFingerprint(fingerprintOf(stats), file))
    throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
  return full;
}

/** The folder with its marker; throws `Refused` with `folder-missing` else. */
export function requireMarkerNow(folder: string): void {
  requireFolderNow(folder);
  if (statSync(join(folder, MARKER), { throwIfNoEntry: false }) === undefined)
    throw new Refused(folderMissing(folder, 'has lost its SiteSync marker'));
}

/** Every folder on the way is a real one, and made where it is missing. */
export function makeWayNow(folder: string, parent: string): void {
  requireFolderNow(folder);
  let at = folder;
  for (const segment of parent === '' ? [] : parent.split('/')) {
    at = join(at, segment);
    requireRealFolder(lstatSync(at, { bigint: true, throwIfNoEntry: false }) ?? madeFolder(at), parent);
  }
}

function madeFolder(full: string): BigIntStats {
  try {
    mkdirSync(full);
  } catch (error) {
    // The other thread may have made it in the same moment.
    if (!isErrno(error, 'EEXIST')) throw error;
  }
  return lstatSync(full, { bigint: true });
}

function requireFolderNow(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR'))
      throw new Refused(folderMissing(folder, `cannot be opened (${errnoOf(error)})`));
  }
  throw new Refused(folderMissing(folder, 'is not there'));
}
