import { lstat, mkdir, open, rmdir, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { folderOf, parseRelPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import { fingerprintOf, type Fingerprint } from '../fingerprint.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { isOwnSegment } from '../../../engine/names/own-names.ts';
import { MARKER } from '../layout.ts';
import {
  amongOwnFiles,
  changedMeanwhile,
  folderClosed,
  folderMissing,
  folderShut,
  isErrno,
  isLink,
  linkOnTheWay,
  outsideSite,
  placeTaken,
  Refused,
  unreadable,
} from '../problem.ts';

/**
 * The absolute path of something in a site's folder. It is checked at every use: a path from the mirror or a record
 * must not climb out, nor reach our own hidden folder.
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

/** Throws unless the site's folder is a folder. It may be reached through a link, since the person chose it. */
export async function requireFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw new Refused(folderClosed(folder, error));
  }
  throw new Refused(folderMissing(folder, 'is not there'));
}

/**
 * Throws unless the folder and its marker are there. If a drive is out, its empty mount point is there instead: what is
 * put into that would look deleted once the drive is back.
 */
export async function requireMarker(folder: string): Promise<void> {
  await requireFolder(folder);
  try {
    await stat(join(folder, MARKER));
  } catch (error) {
    throwIfShut(folder, error);
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new Refused(folderMissing(folder, 'has lost its SiteSync marker'));
  }
}

/** Throws `Refused` with `folder-missing` if the error comes from a site's folder that lets nobody in. */
export function throwIfShut(folder: string, error: unknown): void {
  const shut = folderShut(folder, error);
  if (shut !== null) throw new Refused(shut);
}

/**
 * Checks that every folder between the site's folder and the path is a real folder and no link, so that work on the
 * path stays inside. False if one is missing.
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
 * As `checkWay`, and makes missing folders. If a drive goes in that very moment, what was made in its empty mount point
 * is removed again (`folder-missing`).
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

/** The same in a folder that gets its marker later. */
export async function makeFirstWay(folder: string, parent: string): Promise<void> {
  await flushAbove(await makeFolders(folder, parent));
}

/** Returns the folders that were made, outer ones first. */
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

/** False if another made it in the same moment. */
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

/** Flushes the folders above new ones: if a power cut took a folder, everything flushed in it would go too. */
async function flushAbove(made: readonly string[]): Promise<void> {
  for (const each of made) await flushFolder(dirname(each));
}

/** Flushes a folder so that names in it survive a power cut. */
export async function flushFolder(full: string): Promise<void> {
  // Windows cannot flush a folder; NTFS keeps a journal of renames itself.
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

/** The stat of the path itself, without following links; null if nothing is there. */
export async function lstatOrNull(full: string): Promise<BigIntStats | null> {
  try {
    return await lstat(full, { bigint: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** The absolute path and stat of a regular file, after its way was checked; null if nothing is there. */
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

/** The absolute path of a file that is still as the caller saw it; otherwise refuses with `changed-meanwhile`. */
export async function requireUnchanged(folder: string, path: RelPath, seen: Fingerprint): Promise<string> {
  const { full, stats } = await lookAt(folder, path);
  if (stats === null) throw new Refused(changedMeanwhile(path, 'gone'));
  if (!sameFingerprint(fingerprintOf(stats), seen))
    throw new Refused(changedMeanwhile(path, 'another fingerprint'));
  return full;
}
