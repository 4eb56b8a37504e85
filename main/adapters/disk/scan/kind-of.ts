import { lstatSync, type Dirent, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { errnoOf } from '../problem.ts';

/** What an entry of a folder is; `special`: a pipe, a device, a socket. */
export type Kind = 'file' | 'folder' | 'link' | 'special';

/*
 * Where Windows lists a folder, Node calls each reparse point in it a link: what OneDrive keeps, files or folders, and a
 * drive that is mounted at a folder. A look at the entry itself knows links from these.
 */

/** The kind of a folder's entry, which lies at `full`. */
export function kindOf(entry: Dirent, full: string): Kind {
  if (!entry.isSymbolicLink()) return listed(entry);
  try {
    const stats = lstatSync(full, { throwIfNoEntry: false });
    return stats === undefined ? 'link' : listed(stats);
  } catch (error) {
    return unknown(error);
  }
}

/** The same, for threads that must not block. */
export async function kindOfSoon(entry: Dirent, full: string): Promise<Kind> {
  if (!entry.isSymbolicLink()) return listed(entry);
  try {
    return listed(await lstat(full));
  } catch (error) {
    return unknown(error);
  }
}

function listed(entry: Dirent | Stats): Kind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}

/** An entry that cannot be looked at, or went meanwhile, is left alone like a link. */
function unknown(error: unknown): Kind {
  if (errnoOf(error) === null) throw error;
  return 'link';
}
