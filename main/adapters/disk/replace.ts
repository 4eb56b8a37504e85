import type { Replacer } from '../../app/ports.ts';
import { flushFolders, pruneEmptyFolders } from './folders.ts';
import { replaceIfSame } from './last-look.ts';
import { changedMeanwhile, guarded, Refused } from './problem.ts';
import { keepInTrash } from './trash.ts';
import { dropFromTrashNow } from './trash-now.ts';
import { requireUnchanged } from './way.ts';

/** One file over another, in one step: no moment without a whole file at that place. */
export function createReplacer(): Replacer {
  return {
    replace: (folder, file, over) =>
      guarded('write', over.path, async () => {
        await requireUnchanged(folder, file.path, file);
        const full = await requireUnchanged(folder, over.path, over);
        const kept = await keepInTrash(folder, over.path, full);
        try {
          const from = await requireUnchanged(folder, file.path, file);
          if (!replaceIfSame(from, await requireUnchanged(folder, over.path, over), over))
            throw new Refused(changedMeanwhile(over.path, 'another fingerprint'));
        } catch (error) {
          dropFromTrashNow(folder, kept, full, over);
          throw error;
        }
        // Taken back by a power cut after it was sent, the old version would look like an edit of it.
        await flushFolders(folder, [over.path, file.path]);
        await pruneEmptyFolders(folder, file.path);
        return { ...file, path: over.path };
      }),
  };
}
