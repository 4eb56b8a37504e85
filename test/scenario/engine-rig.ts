import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine, type EngineHome, type EngineHomeOptions } from '../support/engine-home.ts';
import { SITE, startWorld, type World } from '../support/laptop.ts';

/** A service with two sites, and engines on it. */
export interface EngineRig {
  readonly world: World;
  /** Below it lie the data and the sites' folders. */
  readonly home: string;
  start(options?: EngineHomeOptions): Promise<EngineHome>;
  /** Names of the records of a site. */
  names(of?: string): readonly string[];
  /** Ends all engines that were started. */
  close(): Promise<void>;
}

export const OTHER = 'site-2';

export async function engineRig(): Promise<EngineRig> {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-engine-'));
  const world = await startWorld();
  world.service.store.addSite({ id: OTHER, name: 'Mill' });
  world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
  const open = new Set<EngineHome>();
  return {
    world,
    home,
    start: async (options) => {
      const opened = await openEngine(world, home, options);
      open.add(opened);
      const close = (): Promise<void> => {
        open.delete(opened);
        return opened.close();
      };
      return { ...opened, close };
    },
    names: (of = SITE) => world.service.store.files(of).map((file) => file.name),
    close: async () => {
      for (const each of open) await each.close();
      await world.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
