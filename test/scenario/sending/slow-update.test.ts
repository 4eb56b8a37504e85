import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { filesIn, SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';

/** Takes half a minute at the limit, which is lifted when it has done its work. */
const SIZE = 1_600_000;
const LIMIT = 50_000;
/** What takes no longer is not looked at again. */
const SOON = 2000;
const PLAN = 'Other/plan.bin';

let world: World;
let home: string;
let anna: EngineHome;
let ben: Laptop;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-slow-update-'));
  world = await startWorld();
  anna = await openEngine(world, home);
  ben = world.laptop('ben');
});

afterEach(async () => {
  await anna.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it('lets what another laptop sends in the meantime stand, and sends its own beside it', async () => {
  const folder = await anna.follow(SITE);
  await writeFile(join(folder, PLAN), 'before');
  anna.engine.syncNow(null);
  await until(() => world.service.store.files(SITE).length === 1);
  await ben.sync();
  const ours = 'a'.repeat(SIZE);
  anna.context.up.limit(LIMIT);
  await writeFile(join(folder, PLAN), ours);
  anna.engine.syncNow(null);
  await until(() => anna.context.progress.state.running.some((transfer) => transfer.done > 0));
  await writeFile(join(ben.folder, PLAN), 'theirs');
  const begun = performance.now();
  expect((await ben.sync()).state).toBe('in-sync');
  await until(() => performance.now() - begun > SOON);
  anna.context.up.limit(null);
  await until(() => world.service.store.files(SITE).length === 2);
  await anna.atRest();
  await ben.sync();
  const here = await filesIn(folder);
  expect(here[PLAN]).toBe('theirs');
  const sizes = Object.values(here).map((text) => text.length);
  expect(sizes.toSorted((a, b) => a - b)).toEqual(['theirs'.length, SIZE]);
  expect(Object.keys(await filesIn(ben.folder)).toSorted()).toEqual(Object.keys(here).toSorted());
});
