import type { Replacer } from '../../app/ports.ts';
import { flushFolders, pruneEmptyFolders } from './folders.ts';
import { replaceIfSame } from './last-look.ts';
import { changedMeanwhile, guarded, Refused } from './problem.ts';
import { keepInTrash } from './trash.ts';
import { requireUnchanged } from './way.ts';

/** One file over another, in one step: no moment without a whole file at that place. */
export function createReplacer(): Replacer {
  return {
    replace: (folder, file, over) =>
      guarded('write', over.path, async () => {
        await requireUnchanged(folder, file.path, file);
        await keepInTrash(folder, over.path, await requireUnchanged(folder, over.path, over));
        const from = await requireUnchanged(folder, file.path, file);
        if (!replaceIfSame(from, await requireUnchanged(folder, over.path, over), over))
          throw new Refused(changedMeanwhile(over.path, 'another fingerprint'));
        // Taken back by a power cut after it was sent, the old version would look like an edit of it.
        await flushFolders(folder, [over.path, file.path]);
        await pruneEmptyFolders(folder, file.path);
        return { ...file, path: over.path };
      }),
  };
}
