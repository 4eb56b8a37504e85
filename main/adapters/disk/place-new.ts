import { link, rename, unlink } from 'node:fs/promises';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { changedMeanwhile, isErrno, Refused } from './problem.ts';
import { lstatOrNull } from './way.ts';

/** Links the new name, which fails where something has it already, and drops the old one. */
export async function placeNew(from: string, full: string, path: RelPath): Promise<void> {
  try {
    await link(from, full);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw new Refused(changedMeanwhile(path, 'something is there'));
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK')) throw error;
    // FAT and some network drives have no hard links: look, then rename, with a moment between the two.
    if ((await lstatOrNull(full)) !== null) throw new Refused(changedMeanwhile(path, 'something is there'));
    await rename(from, full);
    return;
  }
  await unlink(from);
}
