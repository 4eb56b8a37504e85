import { renameSync, type Dirent } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import {
  baseName,
  childOf,
  folderOf,
  joinPath,
  parseRelPath,
  type RelPath,
} from '../../../../shared/model/rel-path.ts';
import { cutName } from '../../../engine/names/local-names.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import type { TrashEntry } from '../../../sync/ports/disk.ts';
import { acrossDrives, copiesBeside, isUnfinishedCopy } from '../moves/across-drives.ts';
import { TO_FLUSH } from '../paths/flush-now.ts';
import { flushAll, flushFolders } from '../paths/folders.ts';
import { kindOfSoon } from '../scan/kind-of.ts';
import { dropSecondName, isSameFile, renameIfSame, requireClosed, unlinkIfSame } from '../paths/last-look.ts';
import { withoutMark } from '../paths/read-only-mark.ts';
import { PARTIALS, TRASH } from '../layout.ts';
import { changedMeanwhile, guarded, isErrno, Refused, thrownByTrash, unreadable } from '../problem.ts';
import { placeNew } from '../moves/place-new.ts';
import { placeOnDisk } from '../paths/spellings.ts';
import { foldersInTrash, momentOfTrash, nameInTrash, newestFirst, timeOfTrash } from './trash-names.ts';
import { pruneTrashNow, requireTrash } from './trash-now.ts';
import { checkWay, inside, lstatOrNull, makeWay, requireUnchanged } from '../paths/way.ts';

async function placeInTrash(folder: string, path: RelPath): Promise<string> {
  requireTrash(folder, path);
  const at = momentOfTrash(folder, Date.now());
  for (let number = 0; ; number++) {
    const name = nameInTrash(at, number);
    const full = join(folder, TRASH, name, ...path.split('/'));
    if ((await lstatOrNull(full)) !== null) continue;
    try {
      await makeWay(folder, `${TRASH}/${name}`);
      await mkdir(dirname(full), { recursive: true });
    } catch (error) {
      throw thrownByTrash(error, path);
    }
    return full;
  }
}

/**
 * As in `trash-now.ts`, for threads that must not block on a copy. It is on the disk before the original is replaced.
 */
export async function keepInTrash(folder: string, path: RelPath, full: string): Promise<string> {
  const kept = await placeInTrash(folder, path);
  try {
    await linkOrCopy(full, kept);
    await flushAll(foldersInTrash(folder, kept));
    return kept;
  } catch (error) {
    pruneTrashNow(folder, kept);
    throw isErrno(error, 'ENOENT') ? new Refused(changedMeanwhile(path, 'gone')) : error;
  }
}

async function linkOrCopy(full: string, kept: string): Promise<void> {
  requireClosed(full);
  try {
    await link(full, kept);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw error;
    await copyWhole(full, kept).catch(async (failed: unknown) => {
      await rm(kept, { force: true }).catch(() => undefined);
      throw failed;
    });
  }
}

async function copyWhole(full: string, kept: string): Promise<void> {
  await copyFile(full, kept);
  const markAgain = withoutMark(kept);
  const handle = await open(kept, TO_FLUSH);
  try {
    await handle.sync();
  } finally {
    await handle.close();
    markAgain();
  }
}

export function moveToTrash(folder: string, file: LocalFile): Promise<Result<void>> {
  return guarded('write', file.path, async () => {
    await requireUnchanged(folder, file.path, file);
    const kept = await placeInTrash(folder, file.path);
    try {
      const full = await requireUnchanged(folder, file.path, file);
      const isCopied = await giveToTrash(folder, full, kept, file);
      // Flushed, since a power cut that brings the file back after its record was forgotten would have it sent as a new
      // file.
      await flushAll([...foldersInTrash(folder, kept), dirname(full)]);
      if (!isCopied) return;
      // Removed only now that its copy is on the disk.
      if (!unlinkIfSame(full, file)) {
        await unlink(kept);
        throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
      }
      await flushAll([dirname(full)]);
    } catch (error) {
      pruneTrashNow(folder, kept);
      throw error;
    }
  });
}

/**
 * True if a copy was put there, since the file lies on another drive. It is made in the trash, which may be a drive of its
 * own.
 */
async function giveToTrash(folder: string, full: string, kept: string, file: LocalFile): Promise<boolean> {
  const copied = await acrossDrives(full, join(folder, TRASH), (from) => {
    if (from !== full) renameSync(from, kept);
    else if (!renameIfSame(full, kept, file))
      throw new Refused(changedMeanwhile(file.path, 'another fingerprint'));
  });
  return copied !== null;
}

/** Lists the trash. Asked for one path, it only looks for that in each folder, and reads nothing else. */
export function listTrash(
  folder: string,
  path: RelPath | null = null,
): Promise<Result<readonly TrashEntry[]>> {
  return guarded('read', join(folder, TRASH), async () => {
    const times = (await namesIn(join(folder, TRASH))).filter((time) => timeOfTrash(time) !== null);
    const places = path === null ? await placesBelow(folder, times) : times.map((time) => ({ time, path }));
    const entries: TrashEntry[] = [];
    for (let at = 0; at < places.length; at += LOOKS_AT_ONCE) {
      const some = places.slice(at, at + LOOKS_AT_ONCE);
      const looked = await Promise.all(some.map((place) => entryAt(folder, place)));
      entries.push(...looked.filter((entry) => entry !== null));
    }
    return entries.sort(newestFirst);
  });
}

/** Looks at a time: one after the other, thousands of them would take three times the work. */
const LOOKS_AT_ONCE = 64;

interface TrashPlace {
  readonly time: string;
  readonly path: string;
}

async function placesBelow(folder: string, times: readonly string[]): Promise<readonly TrashPlace[]> {
  const places: TrashPlace[] = [];
  for (const time of times)
    for (const path of await filesBelow(join(folder, TRASH, time))) places.push({ time, path });
  return places;
}

async function entryAt(folder: string, { time, path }: TrashPlace): Promise<TrashEntry | null> {
  const parsed = parseRelPath(path);
  const trashedAt = timeOfTrash(time);
  const stats = await lstatOrNull(join(folder, TRASH, time, ...path.split('/')));
  if (parsed === null || trashedAt === null || stats?.isFile() !== true) return null;
  return { id: `${time}/${path}`, path: parsed, size: Number(stats.size), trashedAt };
}

/** Puts a file back. If something else lies there now, it comes beside that, with the time in its name. */
export function restoreFromTrash(folder: string, entryId: string): Promise<Result<RelPath>> {
  return guarded('write', entryId, async () => {
    const id = parseRelPath(entryId);
    const slash = entryId.indexOf('/');
    const path = parseRelPath(entryId.slice(slash + 1));
    if (id === null || slash < 0 || path === null)
      throw new Refused(unreadable(entryId, 'it is not in the trash'));
    const from = join(folder, TRASH, ...id.split('/'));
    const stats = (await checkWay(folder, folderOf(`${TRASH}/${entryId}`))) ? await lstatOrNull(from) : null;
    if (stats?.isFile() !== true) throw new Refused(unreadable(path, 'it is no longer in the trash'));
    await makeWay(folder, folderOf(path));
    const there = await lstatOrNull(inside(folder, path));
    if (there !== null && isSameFile(there, stats)) {
      // A killed process may have given it its name back and left it in the trash too.
      dropSecondName(from, inside(folder, path));
      return placeOnDisk(folder, path);
    }
    const target = await freeName(folder, path);
    const full = inside(folder, target);
    const copied = await acrossDrives(from, copiesBeside(folder, full), (each) =>
      placeNew(each, full, target),
    );
    // Flushed, since a power cut that takes it away again after it was sent would make it look deleted by a person.
    await flushFolders(folder, [target]);
    if (copied !== null) await unlink(from);
    return placeOnDisk(folder, target);
  });
}

async function freeName(folder: string, path: RelPath): Promise<RelPath> {
  if ((await lstatOrNull(inside(folder, path))) === null) return path;
  for (let number = 1; ; number++) {
    const mark = number === 1 ? ' (restored)' : ` (restored ${number})`;
    const beside = joinPath(folderOf(path), cutName(baseName(path), mark));
    if ((await lstatOrNull(inside(folder, beside))) === null) return beside;
  }
}

/**
 * Deletes trash and partial downloads from before the given time. What cannot be deleted now stays until the next time.
 */
export async function purge(folder: string, olderThanMs: number, signal?: AbortSignal): Promise<void> {
  await guarded('write', 'the trash', () => dropOlder(folder, olderThanMs, signal));
}

async function dropOlder(folder: string, olderThanMs: number, signal?: AbortSignal): Promise<void> {
  for (const time of await namesIn(join(folder, TRASH))) {
    const at = timeOfTrash(time);
    if (at !== null && at < olderThanMs) await dropAll(join(folder, TRASH, time), signal);
  }
  for (const full of await leftOvers(folder)) {
    const stats = await stat(full).catch(() => null);
    if (stats !== null && stats.mtimeMs < olderThanMs) await dropAll(full, signal);
  }
}

/** Partial downloads, and copies of a process that was killed. */
async function leftOvers(folder: string): Promise<readonly string[]> {
  const parts = await namesIn(join(folder, PARTIALS));
  const copies = (await namesIn(join(folder, TRASH))).filter(isUnfinishedCopy);
  return [
    ...parts.map((name) => join(folder, PARTIALS, name)),
    ...copies.map((name) => join(folder, TRASH, name)),
  ];
}

/**
 * Deletes one after the other, and goes on if one cannot be deleted. Node's own recursive delete takes a whole folder
 * at once: with 100,000 files it blocked the loop for over a second, and took 300 MB.
 */
async function dropAll(full: string, signal?: AbortSignal): Promise<void> {
  await guarded('write', full, async () => {
    if (!(await lstat(full)).isDirectory()) return unlink(full);
    for await (const entry of await opendir(full)) {
      if (signal?.aborted === true) return;
      await dropAll(join(full, entry.name), signal);
    }
    await rmdir(full);
  });
}

async function namesIn(full: string): Promise<readonly string[]> {
  try {
    // The way to it is ours, but a link in its place must not lead the purge elsewhere.
    return (await lstat(full)).isDirectory() ? await readdir(full) : [];
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function filesBelow(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesIn(join(root, folder))) {
      const path = childOf(folder, entry.name);
      if ((await kindOfSoon(entry, join(root, path))) === 'folder') folders.push(path);
      else found.push(path);
    }
  }
  return found;
}

/** The folder may go meanwhile, by a purge or because its last file is put back. */
async function entriesIn(full: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(full, { withFileTypes: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
