import { rename, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startService } from '../../service/service.ts';
import {
  filesIn,
  put,
  SITE,
  siteOf,
  startTwoLaptops,
  trashIn,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  ({ world, anna, ben } = await startTwoLaptops());
});

afterEach(() => world.close());

it('keeps a day of work without a network, and brings it in step in the evening', async () => {
  for (const name of ['log', 'plan', 'old', 'moved', 'shared'])
    world.service.store.addFile(SITE, {
      name: `${name}.txt`,
      category: 'other',
      content: `${name}, morning`,
    });
  await anna.sync();
  await ben.sync();
  const { port, store } = world.service;
  await world.service.close();

  await put(anna, 'Other/log.txt', 'log, noon');
  expect(await anna.sync()).toMatchObject({ state: 'offline', bytesUp: 0, sites: [{ problems: [] }] });
  await put(anna, 'Other/log.txt', 'log, evening');
  await put(anna, 'Level 3/findings.txt', 'the belt is worn');
  await unlink(join(anna.folder, 'Other/old.txt'));
  await rename(join(anna.folder, 'Other/moved.txt'), join(anna.folder, 'Spec Sheet/moved.txt'));
  await put(anna, 'Other/shared.txt', 'shared, by anna');
  await put(ben, 'Other/shared.txt', 'shared, by ben');
  await put(ben, 'Other/plan.txt', 'plan, by ben');
  for (const laptop of [anna, ben, anna])
    expect(await laptop.sync()).toMatchObject({ state: 'offline', sites: [{ trashed: 0, problems: [] }] });

  const evening = await startService({ dataDir: store.dataDir, port });
  try {
    for (const laptop of [anna, ben, anna, ben]) await laptop.sync();
    const here = await filesIn(anna.folder);
    expect(await filesIn(ben.folder)).toEqual(here);
    const [copy = ''] = Object.keys(here).filter((path) => path.includes('(conflict '));
    expect(here).toEqual({
      'Other/log.txt': 'log, evening',
      'Level 3/findings.txt': 'the belt is worn',
      'Spec Sheet/moved.txt': 'moved, morning',
      'Other/plan.txt': 'plan, by ben',
      'Other/shared.txt': 'shared, by anna',
      [copy]: 'shared, by ben',
    });
    expect(await trashIn(ben.folder)).toContain('old, morning');
    expect(evening.store.files(SITE)).toHaveLength(6);
    evening.requests.clear();
    for (const laptop of [anna, ben]) expect((await laptop.sync()).state).toBe('in-sync');
    expect([evening.requests.writes(), evening.requests.downloads()]).toEqual([[], []]);
  } finally {
    await evening.close();
  }
});

it.each([
  ['1970', 0],
  ['the future', 4_102_444_800],
])('is not stopped by files of %s', { timeout: 60_000 }, async (_, time) => {
  await anna.sync();
  await ben.sync();
  const path = join(anna.folder, 'Other', 'clock.txt');
  await put(anna, 'Other/clock.txt', 'of another time');
  await utimes(path, time, time);
  expect(siteOf(await anna.sync())).toMatchObject({ created: 1, problems: [] });
  expect(siteOf(await ben.sync())).toMatchObject({ downloaded: 1, problems: [] });
  await put(anna, 'Other/clock.txt', 'edited, and of the same time');
  await utimes(path, time, time);
  expect(siteOf(await anna.sync())).toMatchObject({ updated: 1, problems: [] });
  expect(siteOf(await ben.sync())).toMatchObject({ downloaded: 1, problems: [] });
  expect(await filesIn(ben.folder)).toEqual({ 'Other/clock.txt': 'edited, and of the same time' });
  for (const laptop of [anna, ben])
    expect(await laptop.sync()).toMatchObject({ state: 'in-sync', bytesUp: 0, bytesDown: 0 });
});
