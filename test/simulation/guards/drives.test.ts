import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import type { Person } from '../../support/memory/disk/person.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let disk: MemoryDisk;
let laptop: GuardLaptop;
let person: Person;
let takeOut: () => void;
let plugIn: () => void;

const FILES = ['Photos/2026/a.jpg', 'Photos/2026/b.jpg', 'Photos/top.jpg', 'Other/deep/plan.txt'];

beforeEach(async () => {
  world = new GuardWorld();
  disk = new MemoryDisk();
  laptop = await world.laptop({ disk: () => disk.open().disk });
  person = disk.person(laptop.folder);
  const stick = person.newDrive('stick');
  plugIn = () => (takeOut = person.plugIn('Photos', stick));
  plugIn();
  for (const path of FILES) person.write(path, path);
  await laptop.sync();
});

afterEach(() => world.close());

const kept = (): readonly string[] => [...laptop.mirror.trees(world.site).local.keys()].sort();

describe('rule 6: a drive in a site’s folder that is not there', () => {
  it.each([
    ['a folder on it', { below: ['Photos/2026'], directly: [] }],
    ['the files in one alone', { below: [], directly: ['Photos/2026'] }],
    ['the files where it was plugged in', { below: [], directly: ['Photos'] }],
    ['the site’s own folder', { below: [], directly: [''] }],
    ['another folder', { below: ['Other'], directly: [] }],
  ])('is noticed where only %s is looked at', async (_, scope) => {
    takeOut();
    world.service.addFile(world.site, {
      name: 'new.jpg',
      category: 'other',
      content: 'new',
      metadata: { sitesync: { path: 'Photos/2026/new.jpg' } },
    });
    for (let sync = 0; sync < 2; sync++)
      expect(await laptop.sync({ scope })).toMatchObject({
        deletedRemote: 0,
        downloaded: 0,
        problems: [{ path: 'Photos', code: 'unreadable' }],
      });
    expect(kept()).toEqual([...FILES].sort());
    plugIn();
    expect(await laptop.sync({ scope })).toMatchObject({ deletedRemote: 0, downloaded: 1 });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(person.has('Photos/2026/new.jpg')).toBe(true);
  });

  it('is noticed where another lies over the folders that are looked at', async () => {
    const remove = person.plugIn('Other', person.newDrive('other'));
    expect(await laptop.sync({ scope: { below: ['Other/deep'], directly: [] } })).toMatchObject({
      deletedRemote: 0,
      problems: [{ path: 'Other', code: 'unreadable' }],
    });
    remove();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
  });

  it.each([
    ['moved there', true],
    ['fetched there after it was deleted here', false],
  ])('gets no file that others move into it where another lies over it: %s', async (_, isHere) => {
    const id = world.idOf('plan.txt');
    if (!isHere) person.remove('Other/deep/plan.txt');
    takeOut();
    const takeOutOther = person.plugIn('Photos', person.newDrive('other'));
    world.service.editFile(id, { metadata: { sitesync: { path: 'Photos/plan.txt' } } });
    expect(await laptop.sync()).toMatchObject({
      moved: 0,
      downloaded: 0,
      deletedRemote: 0,
      problems: expect.arrayContaining([
        expect.objectContaining({ path: 'Photos', reason: 'drive-over' }),
        expect.objectContaining({ message: expect.stringContaining('could not be read here') }),
      ]),
    });
    expect(person.has('Photos/plan.txt')).toBe(false);
    expect(person.has('Other/deep/plan.txt')).toBe(isHere);
    takeOutOther();
    plugIn();
    const report = await laptop.sync();
    expect(report).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(report.moved + report.downloaded).toBe(1);
    expect(person.has('Photos/plan.txt')).toBe(true);
    expect(await laptop.sync()).toMatchObject({ moved: 0, downloaded: 0, deletedRemote: 0, problems: [] });
    expect(world.service.file(id)).not.toBeNull();
  });

  it.each([
    ['in the folder itself', () => undefined],
    ['on a drive of another number', () => person.plugIn('Photos', person.newDrive('stick again'))],
  ])('is no trouble where its files are there, %s, wherever is looked', async (_, putOther) => {
    takeOut();
    putOther();
    for (const path of FILES.slice(0, 3)) person.write(path, path);
    const scope = { below: ['Other'], directly: [] };
    expect(await laptop.sync({ scope })).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, created: 0, problems: [] });
    person.remove('Photos/top.jpg');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it('keeps one that is plugged in on it', async () => {
    const inner = person.newDrive('inner');
    const outOfInner = person.plugIn('Photos/card', inner);
    person.write('Photos/card/c.jpg', 'c');
    await laptop.sync();
    takeOut();
    await laptop.sync();
    plugIn();
    outOfInner();
    expect(await laptop.sync()).toMatchObject({
      deletedRemote: 0,
      problems: [{ path: 'Photos/card', code: 'unreadable' }],
    });
  });

  it('writes nothing while all is as it was', async () => {
    await laptop.sync();
    const before = laptop.mirror.drives(world.site);
    await laptop.sync();
    expect(laptop.mirror.drives(world.site)).toBe(before);
    expect(before).toEqual([{ folder: 'Photos', disk: 'stick' }]);
  });

  it('is forgotten with the folder that a person deletes', async () => {
    takeOut();
    await laptop.sync();
    person.remove('Photos');
    expect(await laptop.sync({ confirmDeletes: true })).toMatchObject({ deletedRemote: 3, problems: [] });
    expect(laptop.mirror.drives(world.site)).toEqual([]);
  });
});
