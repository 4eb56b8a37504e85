import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Result } from '../../../shared/failure.ts';
import { cannotBeMade } from './marker.ts';
import { guarded, isErrno } from './problem.ts';

/**
 * Whether a folder could be made there, or written into where one is. A folder of our own is made as near to it as there
 * is one, and taken away at once: what a system says of its permissions is often not what it does.
 */
export function tryFolder(folder: string): Promise<Result<void>> {
  return guarded('write', folder, async () => {
    let at: string | null = null;
    try {
      at = await nearest(folder);
      await rmdir(await mkdtemp(join(at, '.sitesync-')));
    } catch (error) {
      // One that stands on a write-protected drive need not be made.
      throw at === folder && isErrno(error, 'EROFS') ? error : cannotBeMade(folder, error);
    }
  });
}

/** The folder itself, or the nearest above it that is there. */
async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const above = dirname(folder);
    if (!isErrno(error, 'ENOENT', 'ENOTDIR') || above === folder) throw error;
    return nearest(above);
  }
}
