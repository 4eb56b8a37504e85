import { rename } from 'node:fs/promises';
import type { Replacer } from '../../app/ports.ts';
import { pruneEmptyFolders } from './folders.ts';
import { guarded } from './problem.ts';
import { keepInTrash } from './trash.ts';
import { requireUnchanged } from './way.ts';

/** One file over another, in one step: no moment without a whole file at that place. */
export function createReplacer(): Replacer {
  return {
    replace: (folder, file, over) =>
      guarded('write', over.path, async () => {
        await requireUnchanged(folder, file.path, file);
        await keepInTrash(folder, over.path, await requireUnchanged(folder, over.path, over));
        const target = await requireUnchanged(folder, over.path, over);
        await rename(await requireUnchanged(folder, file.path, file), target);
        await pruneEmptyFolders(folder, file.path);
        return { ...file, path: over.path };
      }),
  };
}
