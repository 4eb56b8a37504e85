import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { inside, lstatOrNull } from './way.ts';

/** NTFS keeps a file of up to so many bytes within its entry, where it takes no block either. */
const IN_ENTRY = 4096n;

/** See `Disk.isAway`. A file that OneDrive or iCloud keeps elsewhere has its size, and takes no block of the disk. */
export async function isAway(folder: string, path: RelPath): Promise<boolean> {
  // There, only a file full of nothing looks like that.
  if (process.platform === 'linux') return false;
  try {
    const stats = await lstatOrNull(inside(folder, path));
    return stats !== null && stats.size > IN_ENTRY && stats.blocks === 0n;
  } catch {
    // Reading it will tell what is wrong.
    return false;
  }
}
