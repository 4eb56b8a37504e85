import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import { CATEGORY_FOLDERS } from './layout.ts';
import { checkWay, flushFolder, inside } from './way.ts';

/** Flushes the folders that hold these paths, so that a power cut takes back no name that was given. */
export async function flushFolders(folder: string, paths: readonly RelPath[]): Promise<void> {
  for (const parent of new Set(paths.map((path) => dirname(inside(folder, path))))) await flushFolder(parent);
}

/** Removes the folders above a path that became empty; category folders stay. */
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
