import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEngine, type EngineHome } from './engine-home.ts';
import { SITE, startWorld, type World } from './laptop.ts';

let world: World;
let home: string;
let laptop: EngineHome;
/** Scans that have ended. */
let scans: number;
/** What each look waits for before it scans. */
let looking: () => Promise<void>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-rest-'));
  world = await startWorld();
  scans = 0;
  looking = async () => undefined;
  laptop = await openEngine(world, home, {
    context: (context) => {
      const { disk } = context;
      const readMarker: typeof disk.readMarker = async (folder) => {
        await looking();
        return disk.readMarker(folder);
      };
      const scan: typeof disk.scan = async (...args) => {
        const report = await disk.scan(...args);
        scans += 1;
        return report;
      };
      return { ...context, disk: { ...disk, readMarker, scan } };
    },
  });
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it('sites are at rest when also what was asked for during a look is done', async () => {
  await laptop.follow(SITE);
  await laptop.atRest();
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  looking = async () => {
    // As slow as on a busy machine.
    looking = () => delay(200);
    reached.resolve();
    await held.promise;
  };
  const before = scans;
  laptop.engine.syncNow(null);
  await reached.promise;
  laptop.engine.syncNow(null);
  held.resolve();
  await laptop.atRest();
  expect(scans - before).toBe(2);
});
