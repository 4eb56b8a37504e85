import { lstat, mkdir, open, rmdir, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { folderOf, parseRelPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { isOwnSegment } from '../../../engine/ignore/ignore-own.ts';
import { MARKER } from '../layout.ts';
import {
  amongOwnFiles,
  changedMeanwhile,
  folderClosed,
  folderMissing,
  isErrno,
  isLink,
  linkOnTheWay,
  outsideSite,
  placeTaken,
  Refused,
  unreadable,
} from '../problem.ts';

/**
 * The absolute path of something in a site's folder, checked again on every use: a path that came through the
 * mirror or a record must not climb out, nor reach our own hidden folder.
 */
export function inside(folder: string, path: RelPath): string {
  const segments = path.split('/');
  const odd = process.platform === 'win32' && segments.some((segment) => /[\\:]/.test(segment));
  if (parseRelPath(path) === null || odd) throw new Refused(outsideSite(path));
  if (isOwnSegment(segments[0] ?? '')) throw new Refused(amongOwnFiles(path));
  const full = join(folder, ...segments);
  const root = folder.endsWith(sep) ? folder : folder + sep;
  if (!full.startsWith(join(root, sep))) throw new Refused(outsideSite(path));
  return full;
}

/** The site's folder itself may be reached through a link (the person chose it), but it must be a folder. */
export async function requireFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw new Refused(folderClosed(folder, error));
  }
  throw new Refused(folderMissing(folder, 'is not there'));
}

/**
 * The folder with its marker. Where a drive is not there its empty mount point is: what is placed into that would be
 * taken for deleted when the drive is back.
 */
export async function requireMarker(folder: string): Promise<void> {
  await requireFolder(folder);
  try {
    await stat(join(folder, MARKER));
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new Refused(folderMissing(folder, 'has lost its SiteSync marker'));
  }
}

/**
 * Checks that every folder between the site's folder and the path is a real folder, not a link, so that what is done
 * to the path is done inside. False where one of them is missing.
 */
export async function checkWay(folder: string, parent: string): Promise<boolean> {
  await requireFolder(folder);
  let at = folder;
  for (const segment of parent === '' ? [] : parent.split('/')) {
    at = join(at, segment);
    const stats = await lstatOrNull(at);
    if (stats === null) return false;
    requireRealFolder(stats, parent);
  }
  return true;
}

/**
 * As `checkWay`, and makes the folders that are missing. A drive may go in the moment before: what was made in the empty
 * place where it was mounted goes again (`folder-missing`).
 */
export async function makeWay(folder: string, parent: string): Promise<void> {
  const made = await makeFolders(folder, parent);
  if (made.length === 0) return;
  try {
    await requireMarker(folder);
  } catch (error) {
    for (const each of made.toReversed()) await dropEmpty(each);
    throw error;
  }
  await flushAbove(made);
}

/** The same in a folder that gets its marker after it. */
export async function makeFirstWay(folder: string, parent: string): Promise<void> {
  await flushAbove(await makeFolders(folder, parent));
}

/** Returns those that were made, each after the one that it lies in. */
async function makeFolders(folder: string, parent: string): Promise<readonly string[]> {
  await requireFolder(folder);
  const made: string[] = [];
  let at = folder;
  for (const segment of parent === '' ? [] : parent.split('/')) {
    at = join(at, segment);
    const stats = await lstatOrNull(at);
    if (stats === null && (await makeFolder(at))) made.push(at);
    requireRealFolder(stats ?? (await lstat(at, { bigint: true })), parent);
  }
  return made;
}

/** False where it was made in the same moment by another. */
async function makeFolder(full: string): Promise<boolean> {
  try {
    await mkdir(full);
    return true;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    return false;
  }
}

async function dropEmpty(full: string): Promise<void> {
  await rmdir(full).catch((error: unknown) => {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
  });
}

/** A power cut that took a folder would take with it what is flushed in it. */
async function flushAbove(made: readonly string[]): Promise<void> {
  for (const each of made) await flushFolder(dirname(each));
}

/** Flushes a folder, so that a power cut takes back no name in it. */
export async function flushFolder(full: string): Promise<void> {
  // Windows has no handle on a folder to flush; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(full, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!isErrno(error, 'EINVAL', 'EPERM', 'ENOTSUP')) throw error;
  } finally {
    await handle.close();
  }
}

export function requireRealFolder(stats: BigIntStats, path: string): void {
  if (stats.isSymbolicLink()) throw new Refused(linkOnTheWay(path));
  if (!stats.isDirectory()) throw new Refused(placeTaken(path, 'file'));
}

/** Stat of the path itself, links not followed; null where nothing is there. */
export async function lstatOrNull(full: string): Promise<BigIntStats | null> {
  try {
    return await lstat(full, { bigint: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** A regular file at a path whose way was checked: its absolute path and stat; null where nothing is there. */
export async function lookAt(
  folder: string,
  path: RelPath,
): Promise<{ readonly full: string; readonly stats: BigIntStats | null }> {
  const full = inside(folder, path);
  if (!(await checkWay(folder, folderOf(path)))) return { full, stats: null };
  const stats = await lstatOrNull(full);
  if (stats !== null) requireRegularFile(stats, path);
  return { full, stats };
}

export function requireRegularFile(stats: BigIntStats, path: RelPath): void {
  if (stats.isSymbolicLink()) throw new Refused(isLink(path));
  if (!stats.isFile()) throw new Refused(unreadable(path, 'it is not a regular file'));
}

/** The absolute path of a file that is still what the caller saw; refuses with `changed-meanwhile` else. */
export async function requireUnchanged(folder: string, path: RelPath, seen: Fingerprint): Promise<string> {
  const { full, stats } = await lookAt(folder, path);
  if (stats === null) throw new Refused(changedMeanwhile(path, 'gone'));
  if (!sameFingerprint(fingerprintOf(stats), seen))
    throw new Refused(changedMeanwhile(path, 'another fingerprint'));
  return full;
}
