import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
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

describe('a choice of category that waits to be sent', () => {
  const move = (from: string, to: string): void =>
    renameSync(join(laptop.folder, from), join(laptop.folder, to));
  const refuseUpdates = (): void =>
    world.service.faults.fail({ call: 'update', times: 99, failure: { status: 400, words: 'Not now.' } });

  it('stays with a file that is renamed again, since the service refused its first new name', async () => {
    move(BEFORE, 'Photos/between.pdf');
    refuseUpdates();
    await laptop.sync();
    world.service.faults.forget();
    move('Photos/between.pdf', AFTER);
    await laptop.sync();
    expect(world.service.file(id)).toMatchObject({ name: 'renamed.pdf', category: 'maintenance' });
    expect(laptop.mirror.chosenCategories(world.site).size).toBe(0);
  });

  it('stays with a file that gets its old name back', async () => {
    move(BEFORE, AFTER);
    refuseUpdates();
    await laptop.sync();
    world.service.faults.forget();
    move(AFTER, BEFORE);
    await laptop.sync();
    expect(world.service.file(id)).toMatchObject({ name: 'report.pdf', category: 'maintenance' });
  });

  it('gives way to one that was made for the new name', async () => {
    move(BEFORE, AFTER);
    laptop.mirror.setChosenCategory(world.site, AFTER as RelPath, 'bim-source');
    expect((await laptop.sync()).problems).toEqual([]);
    expect(world.service.file(id)).toMatchObject({ name: 'renamed.pdf', category: 'bim-source' });
    expect(laptop.mirror.chosenCategories(world.site).size).toBe(0);
  });

  it.each([
    ['is moved by others', 'moved'],
    ['becomes a conflict copy', 'copied'],
    ['is deleted', 'deleted'],
  ])('is with the file, or gone, whenever the process ends: the file %s', async (_, what) => {
    const fresh = 'Photos/new.pdf';
    if (what === 'moved')
      world.service.editFile(id, { name: 'renamed.pdf', metadata: { sitesync: { path: AFTER } } });
    else if (what === 'deleted') rmSync(join(laptop.folder, BEFORE));
    else {
      laptop.put(fresh, 'mine');
      laptop.mirror.setChosenCategory(world.site, fresh as RelPath, 'maintenance');
      const metadata = { sitesync: { path: fresh } };
      world.service.addFile(world.site, {
        name: 'new.pdf',
        category: 'spec-sheet',
        content: 'theirs',
        metadata,
      });
    }
    const { mirror } = laptop;
    const commit = mirror.commit.bind(mirror);
    mirror.commit = (site, commits) => {
      commit(site, commits);
      const isIt = ({ dropLocal, dropBase }: (typeof commits)[number]): boolean =>
        dropLocal !== undefined || dropBase !== undefined;
      if (commits.some(isIt)) throw new Error('killed');
    };
    await expect(laptop.sync()).rejects.toThrow('killed');
    mirror.commit = commit;
    const old = what === 'copied' ? fresh : BEFORE;
    expect(mirror.chosenCategories(world.site).has(pathKey(old as RelPath))).toBe(false);
    expect((await laptop.sync()).problems).toEqual([]);
    const name = what === 'moved' ? 'renamed.pdf' : 'new (conflict 2026-11-21 0942 PC).pdf';
    if (what === 'deleted') expect(world.service.file(id)).toBe(null);
    else expect(world.service.file(world.idOf(name))).toMatchObject({ category: 'maintenance' });
    if (what === 'copied')
      expect(world.service.file(world.idOf('new.pdf'))).toMatchObject({ category: 'spec-sheet' });
  });

  it.each([
    ['once', ['Photos/renamed.pdf']],
    ['twice', ['Photos/between.pdf', 'Photos/renamed.pdf']],
    ['and back', ['Photos/between.pdf', 'Photos/new.pdf']],
  ])('goes along with a file that was never sent and is renamed %s', async (_, names) => {
    const first = 'Photos/new.pdf';
    laptop.put(first, 'never sent');
    world.service.faults.fail({ call: 'create', times: 99, failure: { status: 422, words: 'Not now.' } });
    await laptop.sync();
    laptop.mirror.setChosenCategory(world.site, first as RelPath, 'bim-source');
    let at = first;
    for (const name of names) {
      move(at, name);
      at = name;
      if (name === names.at(-1)) world.service.faults.forget();
      await laptop.sync();
    }
    const sent = world.service.file(world.idOf(at.slice('Photos/'.length)));
    expect(sent).toMatchObject({ category: 'bim-source' });
    laptop.mirror.setChosenCategory(world.site, BEFORE, null);
    await laptop.sync();
    expect(laptop.mirror.chosenCategories(world.site).size).toBe(0);
  });

  it('ends where the file that it was made for is moved to the folder of a category', async () => {
    const first = 'Photos/new.pdf';
    laptop.put(first, 'never sent');
    world.service.faults.fail({ call: 'create', times: 99, failure: { status: 422, words: 'Not now.' } });
    await laptop.sync();
    laptop.mirror.setChosenCategory(world.site, first as RelPath, 'bim-source');
    move(first, 'Other/new.pdf');
    world.service.faults.forget();
    await laptop.sync();
    expect(world.service.file(world.idOf('new.pdf'))).toMatchObject({ category: 'other' });
    expect(laptop.mirror.chosenCategories(world.site).has(pathKey(first as RelPath))).toBe(false);
  });
});
