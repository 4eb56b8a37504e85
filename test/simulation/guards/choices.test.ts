import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
let id: FileId;

const BEFORE = 'Photos/report.pdf' as RelPath;
const AFTER = 'Photos/renamed.pdf';

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
  for (const path of [BEFORE, 'Other/a.txt']) laptop.put(path, 'some bytes');
  await laptop.sync();
  id = world.idOf('report.pdf');
  laptop.mirror.setChosenCategory(world.site, BEFORE, 'maintenance');
});

afterEach(() => world.close());

describe('a category that was chosen and not sent yet', () => {
  const expectSent = async (): Promise<void> => {
    expect((await laptop.sync()).problems).toEqual([]);
    expect(world.service.file(id)).toMatchObject({ name: 'renamed.pdf', category: 'maintenance' });
    expect(laptop.mirror.chosenCategories(world.site).size).toBe(0);
    laptop.put(BEFORE, 'another');
    await laptop.sync();
    expect(world.service.file(world.idOf('report.pdf'))).toMatchObject({ category: 'spec-sheet' });
  };

  it('goes along with a file that is renamed here, and not to the next one in its place', async () => {
    renameSync(join(laptop.folder, BEFORE), join(laptop.folder, AFTER));
    await expectSent();
  });

  it('goes along with a file that others rename', async () => {
    world.service.editFile(id, { name: 'renamed.pdf', metadata: { sitesync: { path: AFTER } } });
    await expectSent();
  });
});

it('a category that was chosen for a new file is none for a record of others of the same place', async () => {
  const path = 'Photos/new.pdf';
  laptop.put(path, 'mine');
  laptop.mirror.setChosenCategory(world.site, path as RelPath, 'maintenance');
  const theirs = world.service.addFile(world.site, {
    name: 'new.pdf',
    category: 'spec-sheet',
    content: 'theirs',
    metadata: { sitesync: { path } },
  });
  const { conflicts, problems } = await laptop.sync();
  expect({ conflicts, problems }).toMatchObject({ conflicts: [{ path }], problems: [] });
  expect(world.service.file(theirs)).toMatchObject({ category: 'spec-sheet' });
  const mine = world.service.files(world.site).find(({ name }) => name.startsWith('new (conflict'));
  expect(mine).toMatchObject({ category: 'maintenance' });
});

it.each([
  ['here', true, false],
  ['on the service', false, true],
  ['on both sides', true, true],
])('a category that was chosen for a file goes with it when it is deleted %s', async (_, here, there) => {
  if (here) rmSync(join(laptop.folder, BEFORE));
  if (there) world.service.deleteFile(id);
  expect((await laptop.sync()).problems).toEqual([]);
  expect(laptop.mirror.chosenCategories(world.site).size).toBe(0);
  const theirs = world.service.addFile(world.site, {
    name: 'report.pdf',
    category: 'spec-sheet',
    content: 'theirs',
    metadata: { sitesync: { path: BEFORE } },
  });
  expect(await laptop.sync()).toMatchObject({ downloaded: 1, updated: 0, problems: [] });
  expect(world.service.file(theirs)).toMatchObject({ category: 'spec-sheet' });
});
