import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDrops, type Drops } from '../../../main/app/drop/drop-commands.ts';
import type { DropReview } from '../../../shared/ipc/drop.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

/** A laptop with a site, and a folder elsewhere from which a person drops. */
export interface DropHome {
  readonly world: World;
  readonly desk: Desk;
  readonly drops: Drops;
  /** Absolute path of the folder elsewhere. */
  readonly outside: string;
  put(path: string, content: string | Uint8Array): Promise<string>;
  review(...paths: readonly string[]): Promise<DropReview>;
  /** Names in `.sitesync/tmp`. */
  staged(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function dropHome(): Promise<DropHome> {
  const world = await startWorld();
  const desk = await openDesk(world, world.laptop('one'));
  const outside = await mkdtemp(join(tmpdir(), 'sitesync-drop-'));
  const drops = createDrops(desk.app, desk.fresh, desk.dropDisk);
  // What an earlier run left is seen to by then.
  await drops.handlers['drop.review']({ site, category: null, paths: [outside], files: null }, never);
  return {
    world,
    desk,
    drops,
    outside,
    put: async (path, content) => {
      const full = join(outside, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
      return full;
    },
    review: async (...paths) =>
      value(
        await drops.handlers['drop.review']({ site, category: null, paths: [...paths], files: null }, never),
      ),
    staged: () => readdir(join(desk.folder, '.sitesync', 'tmp')).catch(() => []),
    close: async () => {
      await drops.close();
      await desk.close();
      await world.close();
      await rm(outside, { recursive: true });
    },
  };
}

/** Takes all that may be taken, each into its suggested category. */
export function all(review: DropReview): {
  drop: string;
  files: { index: number; category: DropReview['rows'][number]['category'] }[];
} {
  const files = review.rows
    .filter((row) => row.refused === null)
    .map(({ index, category }) => ({ index, category }));
  return { drop: review.drop, files };
}
