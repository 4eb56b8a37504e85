import { createDropDisk } from '../adapters/disk/drop/drop-disk.ts';
import { createReplacer } from '../adapters/disk/replace.ts';
import { createPhotoCache } from '../adapters/photos/photo-cache.ts';
import { conflictCommands } from '../app/conflicts/conflict-commands.ts';
import { contentOf } from '../app/content.ts';
import type { AppParts } from '../app/create-app.ts';
import { createDrops } from '../app/drop/drop-commands.ts';
import { fileCommands } from '../app/files/file-commands.ts';
import { heldCommands } from '../app/held/held-commands.ts';
import { modelsCommands } from '../app/models-commands.ts';
import { seriesCommands } from '../app/series/series-commands.ts';
import { trashCommands } from '../app/trash/trash-commands.ts';
import type { Program } from './compose.ts';
import { seriesContext } from './series-context.ts';

/** What people do with files, on the real disk; `close` lets go of what is half-way, which leaves nothing behind. */
export function openFeatures(
  dataDir: string,
  { mirror, env }: Pick<Program, 'mirror' | 'env'>,
): {
  readonly features: AppParts['features'];
  readonly close: () => Promise<void>;
} {
  const dropDisk = createDropDisk();
  const closing: (() => unknown)[] = [];
  return {
    features: (app, fresh) => {
      const drops = createDrops(app, fresh, dropDisk);
      closing.push(() => drops.close());
      return {
        handlers: {
          ...fileCommands(app, fresh),
          ...conflictCommands(app, fresh, createReplacer()),
          ...heldCommands(app),
          ...trashCommands(app, fresh),
          ...modelsCommands(app, fresh),
          ...seriesCommands(
            app,
            () => seriesContext(mirror, env, app.session()?.service ?? null),
            mirror.views,
          ),
          ...drops.handlers,
        },
        content: contentOf(app, fresh, createPhotoCache(dataDir)),
        upload: (drop, index, bytes) => drops.upload(drop, index, bytes),
      };
    },
    close: async () => {
      for (const close of closing) await close();
      await dropDisk.close();
    },
  };
}
