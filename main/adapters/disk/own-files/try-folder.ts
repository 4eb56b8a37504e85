import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Result } from '../../../../shared/failure.ts';
import { HIDDEN } from '../../../engine/names/own-names.ts';
import { ownPlaceRefused } from '../../../sync/ports/own-place.ts';
import { PARTIALS, TRASH } from '../layout.ts';
import { cannotBeMade } from './marker.ts';
import { guarded, isErrno, Refused } from '../problem.ts';
import { onceLetGo } from '../paths/once-let-go.ts';
import { lstatOrNull } from '../paths/way.ts';

/**
 * Tries whether a folder could be made there, or written into if it exists. In a site's folder, also whether the places
 * for our own files can be written to. It makes a folder as near as possible and removes it at once, since what a
 * system says about permissions is often not what it does.
 */
export function tryFolder(folder: string): Promise<Result<void>> {
  return guarded('write', folder, async () => {
    let at: string | null = null;
    try {
      at = await nearest(folder);
      await tryIn(at);
      for (const place of at === folder ? await ownPlaces(folder) : [])
        await tryIn(place).catch((error: unknown) => {
          // The site's folder itself is all right: naming that one would mislead the person.
          throw isErrno(error, 'EACCES', 'EPERM') ? new Refused(ownPlaceRefused(folder, place)) : error;
        });
    } catch (error) {
      // A folder that exists on a write-protected drive need not be made.
      throw at === folder && isErrno(error, 'EROFS') ? error : cannotBeMade(folder, error);
    }
  });
}

async function tryIn(place: string): Promise<void> {
  const made = await mkdtemp(join(place, '.sitesync-'));
  await onceLetGo(() => rmdir(made));
}

/** The folders in it for our own files, as far as they exist. */
async function ownPlaces(folder: string): Promise<readonly string[]> {
  const own = [HIDDEN, PARTIALS, TRASH].map((place) => join(folder, place));
  const there = await Promise.all(own.map((place) => lstatOrNull(place)));
  return own.filter((_, index) => there[index]?.isDirectory() === true);
}

/** The folder itself, or the nearest existing one above it. */
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
