import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { guarded } from './problem.ts';
import { inside, lstatOrNull } from './paths/way.ts';

/** As the port says. A link counts for nothing; where a folder cannot be read, or goes meanwhile, all of it fails. */
export function bytesBelow(folder: string, path: RelPath): Promise<Result<number>> {
  return guarded('read', path, async () => {
    let sum = 0;
    const places = [inside(folder, path)];
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      const stats = await lstatOrNull(place);
      if (stats?.isFile() === true) sum += Number(stats.size);
      if (stats?.isDirectory() === true)
        for (const name of await readdir(place)) places.push(join(place, name));
    }
    return sum;
  });
}
