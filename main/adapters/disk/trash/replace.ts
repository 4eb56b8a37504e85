import type { Replacer } from '../../../app/ports.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../engine/trees.ts';
import { acrossDrives, copiesBeside } from '../moves/across-drives.ts';
import { flushFolders, pruneEmptyFolders } from '../paths/folders.ts';
import { replaceIfSame, unlinkIfSame } from '../paths/last-look.ts';
import { changedMeanwhile, guarded, Refused } from '../problem.ts';
import { keepInTrash } from './trash.ts';
import { dropFromTrashNow } from './trash-now.ts';
import { requireUnchanged } from '../paths/way.ts';

/** Drops the original once its copy is on the disk. If it was saved meanwhile, it stays. */
async function dropCopied(folder: string, file: LocalFile, from: string, copied: RelPath): Promise<void> {
  await flushFolders(folder, [copied]);
  unlinkIfSame(from, file);
}

/** Replaces one file by another in one step, so that there is always a whole file in that place. */
export function createReplacer(): Replacer {
  return {
    replace: (folder, file, over) =>
      guarded('write', over.path, async () => {
        await requireUnchanged(folder, file.path, file);
        const full = await requireUnchanged(folder, over.path, over);
        const kept = await keepInTrash(folder, over.path, full);
        let placed: LocalFile;
        try {
          const from = await requireUnchanged(folder, file.path, file);
          await requireUnchanged(folder, over.path, over);
          const copied = await acrossDrives(from, copiesBeside(folder, full), (each) => {
            if (!replaceIfSame(each, full, over))
              throw new Refused(changedMeanwhile(over.path, 'another fingerprint'));
          });
          if (copied !== null) await dropCopied(folder, file, from, over.path);
          placed = { ...file, ...copied, path: over.path };
        } catch (error) {
          dropFromTrashNow(folder, kept, full, over);
          throw error;
        }
        // Flushed, since a power cut that brings the old version back after the new one was sent would make it look
        // like an edit.
        await flushFolders(folder, [over.path, file.path]);
        await pruneEmptyFolders(folder, file.path);
        return placed;
      }),
  };
}
