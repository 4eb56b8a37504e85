import type { Replacer } from '../../../../main/app/ports.ts';
import { guarded } from '../../../../main/adapters/disk/problem.ts';
import type { SessionIo } from './session-io.ts';
import { placeInTrash } from './trash.ts';

/** As the real disk: the old file is linked into the trash, then the new one takes its name in one step. */
export function memoryReplacer(io: SessionIo): Replacer {
  return {
    replace: (folder, file, over) =>
      guarded('write', over.path, async () => {
        await io.requireUnchanged(folder, file.path, file);
        const full = await io.requireUnchanged(folder, over.path, over);
        const kept = await placeInTrash(io, folder, over.path);
        await io.steps.run('link', kept, () => io.tree.link(full, kept));
        try {
          const from = await io.requireUnchanged(folder, file.path, file);
          await io.requireUnchanged(folder, over.path, over);
          await io.rename(from, full);
        } catch (error) {
          await guarded('write', kept, async () => {
            if ((await io.lstat(full)) === (await io.lstat(kept))) await io.unlink(kept);
          });
          throw error;
        }
        return { ...file, path: over.path };
      }),
  };
}
