import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from '../../../main/engine/policy.ts';
import type { Disk, ScanScope } from '../../../main/sync/ports/disk.ts';
import { ok } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Folders and files that get another case, where a disk holds both for one (NTFS, APFS, exFAT on any system). */

let world: GuardWorld;
let memory: MemoryDisk;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  memory = new MemoryDisk({ caseInsensitive: true });
  laptop = await world.laptop({ disk: () => memory.open().disk });
});

afterEach(() => world.close());

const here = (): readonly string[] => [...memory.snapshot(laptop.folder).files.keys()].toSorted();

it('that others gave it changes nothing here, and nothing is sent back', async () => {
  const other = await world.laptop();
  for (const name of ['a.txt', 'b.txt']) other.put(`Plans/Level 1/${name}`, name);
  await other.sync();
  await laptop.sync();
  mkdirSync(join(other.folder, 'PLANS'));
  renameSync(join(other.folder, 'Plans/Level 1'), join(other.folder, 'PLANS/level 1'));
  await other.sync();
  await laptop.sync();
  expect(here()).toEqual(['Plans/Level 1/a.txt', 'Plans/Level 1/b.txt']);
  expect(await laptop.sync()).toMatchObject({
    updated: 0,
    created: 0,
    moved: 0,
    deletedRemote: 0,
    problems: [],
  });
  await other.sync();
  const there = ['PLANS/level 1/a.txt', 'PLANS/level 1/b.txt'];
  expect(Object.keys(await filesIn(other.folder)).toSorted()).toEqual(there);
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
  const person = memory.person(laptop.folder);
  person.write('Plans/a.doc', 'a');
  await laptop.sync();
  const id = world.idOf('a.doc');
  const [folder = '', name = ''] = after.split('/');
  person.rename('Plans', folder);
  person.replace(after, saved);
  expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
  expect(world.service.files(world.site)).toMatchObject([{ id, name }]);
  expect(world.contents()).toEqual([saved]);
  expect([...memory.snapshot(laptop.folder).files.keys()]).toEqual([after]);
  expect(await laptop.sync()).toMatchObject({ updated: 0, created: 0, moved: 0, deletedRemote: 0 });
});

it('that a person gave it is sent where each spelling has a file number of its own', async () => {
  const { disk } = memory.open();
  const stat: Disk['stat'] = async (folder, path) => {
    const found = await disk.stat(folder, path);
    if (!found.ok || found.value === null || here().includes(path)) return found;
    return ok({ ...found.value, ino: found.value.ino + 1000n });
  };
  const exfat = await world.laptop({ disk: () => ({ ...disk, stat }) });
  const person = memory.person(exfat.folder);
  person.write('Plans/a.txt', 'a');
  await exfat.sync();
  laptop = exfat;
  person.rename('Plans', 'plans');
  person.rename('plans/a.txt', 'plans/A.txt');
  expect(await exfat.sync()).toMatchObject({ moved: 1, created: 0, problems: [] });
  expect(world.service.files(world.site)).toMatchObject([{ name: 'A.txt' }]);
});

describe.each([false, true])('a file whose case others changed, also by Linux: %j', (keepsCase) => {
  it('gets it, and nothing is sent back', async () => {
    memory = new MemoryDisk({ caseInsensitive: true, keepsCase });
    laptop = await world.laptop({ disk: () => memory.open().disk });
    const other = await world.laptop();
    other.put('Plans/visit.txt', 'text');
    for (const each of [other, laptop]) await each.sync();
    renameSync(join(other.folder, 'Plans/visit.txt'), join(other.folder, 'Plans/VISIT.txt'));
    for (const each of [other, laptop]) await each.sync();
    expect(here()).toEqual(['Plans/VISIT.txt']);
    for (const each of [laptop, other])
      expect(await each.sync()).toMatchObject({ updated: 0, created: 0, moved: 0, problems: [] });
    expect(world.service.files(world.site)).toMatchObject([{ name: 'VISIT.txt' }]);
    memory.person(laptop.folder).write('Plans/VISIT.txt', 'edited');
    expect(await laptop.sync()).toMatchObject({ updated: 1, created: 0, problems: [] });
    await other.sync();
    expect(await filesIn(other.folder)).toEqual({ 'Plans/VISIT.txt': 'edited' });
  });
});

it('a file that has but its third name when its case is to change goes on to its new one', async () => {
  memory = new MemoryDisk({ caseInsensitive: true, keepsCase: true });
  let isBroken = false;
  const { disk } = memory.open(({ kind, path }) => {
    const isLast = kind === 'rename' && path.endsWith('/VISIT.txt') && !here().includes('Plans/visit.txt');
    if (!isLast) return undefined;
    isBroken = true;
    return { fail: 'EIO' };
  });
  laptop = await world.laptop({ disk: () => disk });
  const other = await world.laptop();
  other.put('Plans/visit.txt', 'text');
  for (const each of [other, laptop]) await each.sync();
  renameSync(join(other.folder, 'Plans/visit.txt'), join(other.folder, 'Plans/VISIT.txt'));
  for (const each of [other, laptop]) await each.sync();
  expect([isBroken, here()]).toEqual([true, ['Plans/VISIT.txt']]);
  for (const each of [laptop, other])
    expect(await each.sync()).toMatchObject({ updated: 0, created: 0, deletedRemote: 0, problems: [] });
  expect(world.service.files(world.site)).toMatchObject([{ name: 'VISIT.txt' }]);
});

describe('whether case counts is a matter of the folder, as the last look found it', () => {
  let told: boolean | null;

  /** Two records in one folder of two spellings, which are one folder or two. */
  async function folders(platform: Platform): Promise<readonly string[]> {
    memory = new MemoryDisk();
    laptop = await world.laptop({
      platform,
      disk: () => {
        const { disk } = memory.open();
        const scan: Disk['scan'] = async (...asked) => {
          const scanned = await disk.scan(...asked);
          return scanned.ok ? ok({ ...scanned.value, ignoresCase: told }) : scanned;
        };
        return { ...disk, scan };
      },
    });
    return fetched('a');
  }

  /** The folders of the files of this name, one in each spelling. */
  async function fetched(name: string): Promise<readonly string[]> {
    for (const folder of ['Plans', 'PLANS']) {
      const path = `${folder}/${name} in ${folder}.txt`;
      const metadata = { sitesync: { path } };
      const file = {
        name: path.slice(folder.length + 1),
        category: 'other',
        content: path,
        metadata,
      } as const;
      world.service.addFile(world.site, file);
    }
    await laptop.sync();
    const paths = here().filter((path) => path.includes(`/${name} in`));
    return [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  }

  it.each([
    ['linux', null, ['PLANS', 'Plans']],
    ['linux', true, ['Plans']],
    ['linux', false, ['PLANS', 'Plans']],
    ['win32', null, ['Plans']],
    ['win32', false, ['PLANS', 'Plans']],
    ['darwin', true, ['Plans']],
  ] as const)('on %s, found: %j', async (platform, found, expected) => {
    told = found;
    expect(await folders(platform)).toEqual(expected);
  });

  it('counts as before where a look could not tell, and anew once it lies on another disk', async () => {
    told = true;
    expect(await folders('linux')).toEqual(['Plans']);
    told = null;
    expect(await fetched('b')).toEqual(['Plans']);
    told = false;
    expect(await fetched('c')).toEqual(['PLANS', 'Plans']);
  });
});
