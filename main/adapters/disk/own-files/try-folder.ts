import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import { HIDDEN } from '../../../engine/ignore/ignore-own.ts';
import { ownPlaceRefused } from '../../../sync/ports/own-place.ts';
import { PARTIALS, TRASH } from '../layout.ts';
import { cannotBeMade } from './marker.ts';
import { guarded, isErrno, Refused } from '../problem.ts';
import { lstatOrNull } from '../paths/way.ts';

/**
 * Whether a folder could be made there, or written into where one is; of a site's folder also into those where it keeps
 * files of its own. A folder of our own is made as near to it as there is one, and taken away at once: what a system says
 * of its permissions is often not what it does.
 */
export function tryFolder(folder: string): Promise<Result<void>> {
  return guarded('write', folder, async () => {
    let at: string | null = null;
    try {
      at = await nearest(folder);
      await tryIn(at);
      for (const place of at === folder ? await ownPlaces(folder) : [])
        await tryIn(place).catch((error: unknown) => {
          // The folder is well: its name would lead nobody to what is to be done.
          throw isErrno(error, 'EACCES', 'EPERM') ? new Refused(ownPlaceRefused(folder, place)) : error;
        });
    } catch (error) {
      // One that stands on a write-protected drive need not be made.
      throw at === folder && isErrno(error, 'EROFS') ? error : cannotBeMade(folder, error);
    }
  });
}

async function tryIn(place: string): Promise<void> {
  await rmdir(await mkdtemp(join(place, '.sitesync-')));
}

/** Those in it that keep files of our own, as far as they are there. */
async function ownPlaces(folder: string): Promise<readonly string[]> {
  const own = [HIDDEN, PARTIALS, TRASH].map((place) => join(folder, place));
  const there = await Promise.all(own.map((place) => lstatOrNull(place)));
  return own.filter((_, index) => there[index]?.isDirectory() === true);
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
