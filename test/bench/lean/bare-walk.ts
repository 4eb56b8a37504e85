import { lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';

/** Calls `take` for every regular file below a folder, with its stat. */
export function bareWalk(root: string, take: (path: string, stats: BigIntStats) => void): void {
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) take(path, lstatSync(join(root, path), { bigint: true }));
    }
  }
}
