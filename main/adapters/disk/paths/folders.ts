import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import { CATEGORY_FOLDERS } from '../layout.ts';
import { isErrno } from '../problem.ts';
import { Batcher } from '../batcher.ts';
import { checkWay, flushFolder, inside } from './way.ts';

/** Folders that are to be flushed at the same time: each is flushed once, however many ask. */
const flushing = new Batcher<readonly string[], PromiseSettledResult<void>>(async (asked) => {
  const flushed = new Map([...new Set(asked.flat())].map((full) => [full, flushNearest(full)]));
  return Promise.all(
    asked.map(async (folders) => {
      const [all] = await Promise.allSettled([Promise.all(folders.map(async (full) => flushed.get(full)))]);
      return all.status === 'rejected' ? all : { status: 'fulfilled', value: undefined };
    }),
  );
});

/** Flushes the folder; if it became empty and was removed meanwhile, the one above it. */
async function flushNearest(full: string): Promise<void> {
  try {
    await flushFolder(full);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(full) === full) throw error;
    await flushNearest(dirname(full));
  }
}

/** Flushes folders so that new and removed names in them survive a power cut. */
export async function flushAll(folders: readonly string[]): Promise<void> {
  const flushed = await flushing.add(folders);
  if (flushed.status === 'rejected') throw flushed.reason;
}

/** Flushes the folders that hold these paths. */
export function flushFolders(folder: string, paths: readonly RelPath[]): Promise<void> {
  return flushAll(paths.map((path) => dirname(inside(folder, path))));
}

/** Removes folders above a path that became empty. Category folders stay. */
export async function pruneEmptyFolders(folder: string, path: RelPath): Promise<void> {
  for (let parent = folderOf(path); parent !== '' && !CATEGORY_FOLDERS.includes(parent);) {
    try {
      if (!(await checkWay(folder, parent))) return;
      await rmdir(join(folder, ...parent.split('/')));
    } catch {
      // Not empty, or not ours to remove: it stays.
      return;
    }
    const slash = parent.lastIndexOf('/');
    parent = slash < 0 ? '' : parent.slice(0, slash);
  }
}
