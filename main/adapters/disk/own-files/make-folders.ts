import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from '../problem.ts';

/*
 * A folder, and those above it that are missing. Not by Node's own recursion: of a folder that cannot be made in one that
 * is there, some systems say that it is not there, as /proc does, and Node then asks the same for ever.
 */

/** Makes a folder and those above it; throws the system's error about the first that cannot be made. */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((await stat(folder).catch(() => null))?.isDirectory() === true) return;
    const parent = dirname(folder);
    const isThere = await stat(parent).catch(() => null);
    if (!isErrno(error, 'ENOENT') || isThere !== null || parent === folder) throw error;
    await makeFolders(parent);
    await mkdir(folder);
  }
}

/** The same, synchronously. `mode`: the rights; what it leaves out, other users of this computer do not get. */
export function makeFoldersNow(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const parent = dirname(folder);
    if (!isErrno(error, 'ENOENT') || existsSync(parent) || parent === folder) throw error;
    makeFoldersNow(parent, mode);
    mkdirSync(folder, { mode });
  }
}
