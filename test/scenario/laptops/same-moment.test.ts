import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/engine-home.ts';
import { holdPuts, type HeldPuts } from '../../support/faults/held-puts.ts';
import {
  filesIn,
  put,
  siteOf,
  SITE,
  startWorld,
  trashIn,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

let world: World;
let puts: HeldPuts;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  world = await startWorld();
  puts = await holdPuts(world.service.url);
  anna = world.laptop('anna', puts.url);
  ben = world.laptop('ben', puts.url);
});

afterEach(async () => {
  await puts.close();
  await world.close();
});

const PLAN = 'Other/plan.txt';

const RENAMED = 'Other/renamed.txt';

const renamePlan = (laptop: Laptop): Promise<void> =>
  rename(join(laptop.folder, PLAN), join(laptop.folder, RENAMED));

async function bothHave(text: string): Promise<void> {
  await anna.sync();
  await put(anna, PLAN, text);
  await anna.sync();
  await ben.sync();
}

/** Both look at the record before either of them has written. Returns the conflicts that they told. */
async function bothSend(): Promise<number> {
  puts.hold(2);
  const reports = await Promise.all([anna.sync(), ben.sync()]);
  return reports.reduce((sum, report) => sum + siteOf(report).conflicts.length, 0);
}

/** What came of it: conflicts that were told, until both are in step and nothing more is sent. */
async function settle(): Promise<number> {
  let conflicts = 0;
  for (const laptop of [anna, ben, anna, ben, anna, ben])
    conflicts += siteOf(await laptop.sync()).conflicts.length;
  expect(await filesIn(anna.folder)).toEqual(await filesIn(ben.folder));
  world.service.requests.clear();
  for (const laptop of [anna, ben]) expect((await laptop.sync()).state).toBe('in-sync');
  expect(world.service.requests.writes()).toEqual([]);
  return conflicts;
}

const contents = async (): Promise<readonly string[]> => Object.values(await filesIn(anna.folder)).toSorted();

describe('two laptops that send the same record in the same moment', () => {
  it('keep both versions: one in its place, the other beside it, told as a conflict', async () => {
    await bothHave('v1');
    await put(anna, PLAN, 'from anna');
    await put(ben, PLAN, 'from ben');
    const told = await bothSend();
    expect(world.service.store.files(SITE)).toHaveLength(1);
    expect(told + (await settle())).toBe(1);
    expect(await contents()).toEqual(['from anna', 'from ben']);
    expect(world.service.store.files(SITE)).toHaveLength(2);
    const copy = Object.keys(await filesIn(anna.folder)).find((path) => path !== PLAN);
    expect(copy).toMatch(/^Other\/plan \(conflict \d{4}-\d\d-\d\d \d{4} .+\)\.txt$/);
    // It is edited further on both laptops, and no copy is made again.
    for (const text of ['2', '3']) {
      await put(anna, PLAN, `anna ${text}`);
      await anna.sync();
      await ben.sync();
      await put(ben, PLAN, `ben ${text}`);
      await ben.sync();
      expect(await settle()).toBe(0);
    }
    expect(Object.values(await filesIn(anna.folder))).toHaveLength(2);
  });

  it('keep both where neither of them made the version that they edited', async () => {
    world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'from the office' });
    await anna.sync();
    await ben.sync();
    await put(anna, PLAN, 'from anna');
    await put(ben, PLAN, 'from ben');
    expect((await bothSend()) + (await settle())).toBe(1);
    expect(await contents()).toEqual(['from anna', 'from ben']);
  });

  it('keep both where the service says nothing of what it made of an update', async () => {
    world.service.set({ updateStatus: 204 });
    await bothHave('v1');
    await put(anna, PLAN, 'anna wrote');
    await put(ben, PLAN, 'ben  wrote');
    expect((await bothSend()) + (await settle())).toBe(1);
    expect(await contents()).toEqual(['anna wrote', 'ben  wrote']);
  });

  it('keep one file where both wrote the same bytes', async () => {
    await bothHave('v1');
    await put(anna, PLAN, 'the same');
    await put(ben, PLAN, 'the same');
    expect((await bothSend()) + (await settle())).toBe(0);
    expect(await contents()).toEqual(['the same']);
    for (const laptop of [ben, anna]) {
      await put(laptop, PLAN, `further at ${laptop === ben ? 'ben' : 'anna'}`);
      await laptop.sync();
      expect(await settle()).toBe(0);
    }
    expect(await contents()).toEqual(['further at anna']);
  });

  it('keep the version that a rename of an older one went over in the same moment', async () => {
    const cora = world.laptop('cora');
    await bothHave('v1');
    await cora.sync();
    await put(ben, PLAN, 'v2');
    await renamePlan(anna);
    const moment = puts.holdOne();
    const renaming = anna.sync();
    await moment.came;
    await ben.sync();
    await moment.letGo();
    expect(siteOf(await renaming).moved).toBe(1);
    // The record now states the bytes that they hold.
    await cora.sync();
    expect(await settle()).toBe(0);
    await cora.sync();
    for (const laptop of [anna, cora]) expect(await filesIn(laptop.folder)).toEqual({ [RENAMED]: 'v2' });
  });

  it('keep both where the one that was overwritten is renamed by its writer in the same moment', async () => {
    const late = await holdPuts(world.service.url);
    const bens = world.laptop('ben', late.url);
    await anna.sync();
    await put(anna, PLAN, 'v1');
    await anna.sync();
    await bens.sync();
    await put(bens, PLAN, 'from ben, 1');
    const his = late.holdOne();
    const sending = bens.sync();
    await his.came;
    await put(anna, PLAN, 'from anna 1');
    await anna.sync();
    await renamePlan(anna);
    const hers = puts.holdOne();
    const renaming = anna.sync();
    await hers.came;
    await his.letGo();
    await sending;
    await hers.letGo();
    await renaming;
    let conflicts = 0;
    for (const laptop of [bens, anna, bens, anna, bens, anna])
      conflicts += siteOf(await laptop.sync()).conflicts.length;
    await late.close();
    expect(conflicts).toBe(1);
    expect(await contents()).toEqual(['from anna 1', 'from ben, 1']);
    expect(await filesIn(bens.folder)).toEqual(await filesIn(anna.folder));
  });

  it('keep the new name that came right after an edit where the service says nothing of what it made of that', async () => {
    world.service.set({ updateStatus: 204 });
    await bothHave('v1');
    const carol = world.laptop('carol');
    await carol.sync();
    await put(anna, PLAN, 'v2');
    await renamePlan(ben);
    puts.hold(2);
    const first = anna.sync();
    await until(() => puts.waiting === 1);
    const reports = await Promise.all([first, ben.sync()]);
    expect(reports.flatMap((report) => siteOf(report).conflicts)).toEqual([]);
    expect(await settle()).toBe(0);
    await carol.sync();
    for (const laptop of [anna, ben, carol])
      expect(await filesIn(laptop.folder)).toEqual({ [RENAMED]: 'v2' });
  });

  it('are as before where the service drops what clients note: the earlier one lies in the trash', async () => {
    world.service.set({ dropsMetadata: true });
    await bothHave('v1');
    await put(anna, PLAN, 'from anna');
    await put(ben, PLAN, 'from ben');
    expect((await bothSend()) + (await settle())).toBe(0);
    const [left = ''] = await contents();
    expect([left, ...(await trashIn(anna.folder)), ...(await trashIn(ben.folder))]).toEqual(
      expect.arrayContaining(['from anna', 'from ben']),
    );
  });
});
