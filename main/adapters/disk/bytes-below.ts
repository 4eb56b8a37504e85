import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { BytesBelow } from '../../sync/ports/disk.ts';
import { errnoOf } from './problem.ts';
import { inside } from './paths/way.ts';

/** As the port says. A link counts for nothing. */
export async function bytesBelow(folder: string, path: RelPath): Promise<BytesBelow> {
  let bytes = 0;
  let isWhole = true;
  const places = [inside(folder, path)];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    try {
      const stats = await lstat(place);
      if (stats.isFile()) bytes += stats.size;
      if (stats.isDirectory()) for (const name of await readdir(place)) places.push(join(place, name));
    } catch (error) {
      if (!isGone(error)) isWhole = false;
    }
  }
  return { bytes, isWhole };
}

/** What is not there, or went meanwhile, holds nothing. */
function isGone(error: unknown): boolean {
  const code = errnoOf(error);
  if (code === null) throw error;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
