import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncOnce } from '../../main/sync/sync-once.ts';
import { openEngine, type EngineHome } from '../support/engine-home.ts';
import { SITE, startWorld, type World } from '../support/laptop.ts';
import type { Variation } from '../service/switches/variation.ts';

const FILES = 60;
/** Rounds of a cycle that look for what was sent, and what else reads all of a site. */
const READS = 8;

let world: World;
let home: string;
let laptop: EngineHome;
/** How often all of a site was read in the program's main thread. */
let reads: number;

async function start(variation: Partial<Variation>): Promise<void> {
  world = await startWorld({ variation });
  laptop = await openEngine(world, home, {
    mirror: (mirror) =>
      Object.assign(Object.create(mirror) as typeof mirror, {
        trees: (...site: Parameters<typeof mirror.trees>) => {
          reads += 1;
          return mirror.trees(...site);
        },
      }),
  });
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-lost-creates-'));
  reads = 0;
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it.each<[string, Partial<Variation>]>([
  ['with our marks', {}],
  ['rewritten and without our marks', { dropsMetadata: true, rewritesContent: true }],
])('creates that are answered with nothing are looked up together, %s', async (_, variation) => {
  await start({ createReply: 'nothing', createStatus: 202, ...variation });
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  await mkdir(join(folder, 'Other'), { recursive: true });
  for (let n = 0; n < FILES; n++) await writeFile(join(folder, 'Other', `${n}.txt`), `file ${n}`);
  reads = 0;
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  const report = await syncOnce(laptop.context, laptop.program.mirror.followed(), options);
  expect(report.sites[0]).toMatchObject({ created: FILES, files: FILES, problems: [] });
  expect(world.service.store.files(SITE)).toHaveLength(FILES);
  expect(reads).toBeLessThan(READS);
});
