import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScanScope } from '../../../main/sync/ports/disk.ts';
import { filesIn } from '../../support/laptop.ts';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Folders that get another case, where a disk holds both for one (NTFS, APFS). */

let world: GuardWorld;
let memory: MemoryDisk;
let laptop: GuardLaptop;
/** Something in them is open, on Windows. */
let keepsFolders = false;

beforeEach(async () => {
  keepsFolders = false;
  world = new GuardWorld();
  memory = new MemoryDisk({ caseInsensitive: true });
  const { disk } = memory.open(({ kind, path }) =>
    keepsFolders && kind === 'rename' && path.endsWith('/PLANS') ? { fail: 'EPERM' } : undefined,
  );
  laptop = await world.laptop({ disk: () => disk });
});

afterEach(() => world.close());

const here = (): readonly string[] => [...memory.snapshot(laptop.folder).files.keys()].toSorted();

it('is what the folder has here too, and stays', async () => {
  const other = await world.laptop();
  for (const name of ['a.txt', 'b.txt']) other.put(`Plans/Level 1/${name}`, name);
  await other.sync();
  await laptop.sync();
  mkdirSync(join(other.folder, 'PLANS'));
  renameSync(join(other.folder, 'Plans/Level 1'), join(other.folder, 'PLANS/level 1'));
  await other.sync();
  await laptop.sync();
  const there = ['PLANS/level 1/a.txt', 'PLANS/level 1/b.txt'];
  expect(here()).toEqual(there);
  expect(await laptop.sync()).toMatchObject({
    updated: 0,
    created: 0,
    moved: 0,
    deletedRemote: 0,
    problems: [],
  });
  await other.sync();
  expect(Object.keys(await filesIn(other.folder)).toSorted()).toEqual(there);
});

it('stays what it is where the folder cannot be renamed, and is not sent back', async () => {
  const other = await world.laptop();
  other.put('Plans/a.txt', 'a');
  await other.sync();
  await laptop.sync();
  renameSync(join(other.folder, 'Plans'), join(other.folder, 'PLANS'));
  await other.sync();
  keepsFolders = true;
  for (let turn = 0; turn < 2; turn++) {
    expect(await laptop.sync()).toMatchObject({ updated: 0, created: 0, deletedRemote: 0, problems: [] });
    expect(here()).toEqual(['Plans/a.txt']);
  }
  await other.sync();
  expect(Object.keys(await filesIn(other.folder))).toEqual(['PLANS/a.txt']);
});

it.each([
  ['is fetched', 'new.txt', null],
  ['is moved by others', 'moved.txt', 'Spec/moved.txt'],
])(
  'what comes into one of another case that is empty here is no second file once that is looked at: it %s',
  async (_, name, from) => {
    const other = await world.laptop();
    if (from !== null) {
      other.put(from, name);
      await other.sync();
      await laptop.sync();
    }
    // Nothing that is known tells how it is spelt.
    const person = memory.person(laptop.folder);
    person.makeFolder('plans/Level 1');
    if (from === null) other.put(`PLANS/level 1/${name}`, name);
    else {
      mkdirSync(join(other.folder, 'PLANS/level 1'), { recursive: true });
      renameSync(join(other.folder, from), join(other.folder, 'PLANS/level 1', name));
    }
    await other.sync();
    await laptop.sync();
    expect(here()).toEqual([`plans/Level 1/${name}`]);
    for (const scope of [{ below: [], directly: ['plans/Level 1'] }, null])
      expect(await laptop.sync({ scope })).toMatchObject({
        created: 0,
        updated: 0,
        moved: 0,
        deletedRemote: 0,
        problems: [],
      });
    expect(world.contents()).toEqual([name]);
    await other.sync();
    expect(Object.keys(await filesIn(other.folder))).toEqual([`PLANS/level 1/${name}`]);
  },
);

it.each<ScanScope | null>([
  null,
  { below: ['plans', 'Plans'], directly: [''] },
  { below: ['plans'], directly: ['', 'Plans', 'Plans/Level 1'] },
  { below: [], directly: ['Plans', 'Plans/Level 1'] },
])('that a person gave it is sent, and no file is taken for two: %j', async (scope) => {
  const person = memory.person(laptop.folder);
  for (const name of ['a.txt', 'b.txt', 'ä.txt']) person.write(`Plans/Level 1/${name}`, name);
  await laptop.sync();
  person.rename('Plans', 'plans');
  expect(await laptop.sync({ scope })).toMatchObject({
    moved: 3,
    created: 0,
    deletedRemote: 0,
    problems: [],
  });
  expect(world.contents()).toEqual(['a.txt', 'b.txt', 'ä.txt']);
  expect(await laptop.sync()).toMatchObject({ updated: 0, created: 0, moved: 0, deletedRemote: 0 });
  expect(here()).toEqual(['plans/Level 1/a.txt', 'plans/Level 1/b.txt', 'plans/Level 1/ä.txt']);
});

it.each([
  ['of its folder', 'PLANS/a.doc', 'b'],
  ['of its own', 'Plans/A.doc', 'b'],
  ['of both', 'PLANS/A.doc', 'b'],
  ['and the same bytes', 'Plans/A.doc', 'a'],
])('a file that is saved anew under another case, %s, stays its record', async (_, after, saved) => {
  const windows = await world.laptop({ disk: () => memory.open().disk, platform: 'win32' });
  const person = memory.person(windows.folder);
  person.write('Plans/a.doc', 'a');
  await windows.sync();
  const id = world.idOf('a.doc');
  const [folder = '', name = ''] = after.split('/');
  person.rename('Plans', folder);
  person.replace(after, saved);
  expect(await windows.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
  expect(world.service.files(world.site)).toMatchObject([{ id, name }]);
  expect(world.contents()).toEqual([saved]);
  expect([...memory.snapshot(windows.folder).files.keys()]).toEqual([after]);
  expect(await windows.sync()).toMatchObject({ updated: 0, created: 0, moved: 0, deletedRemote: 0 });
});
