import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import type { Person } from '../../support/memory/disk/person.ts';

/** Records whose folders differ only in case, on laptops that have but one of these folders (Windows, macOS). */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

interface Colleague {
  readonly laptop: GuardLaptop;
  readonly person: Person;
  /** What lies in the folder, sorted. */
  here(): readonly string[];
}

async function colleague(platform: 'win32' | 'darwin' | 'linux' = 'win32'): Promise<Colleague> {
  const memory = new MemoryDisk({ caseInsensitive: platform !== 'linux' });
  const laptop = await world.laptop({ platform, disk: () => memory.open().disk });
  return {
    laptop,
    person: memory.person(laptop.folder),
    here: () => [...memory.snapshot(laptop.folder).files.keys()].toSorted(),
  };
}

/** A record as a laptop of ours makes it. */
function addRecord(path: string): FileId {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return world.service.addFile(world.site, {
    name,
    category: 'other',
    content: name,
    metadata: { sitesync: { path } },
  });
}

/** The places that the records state, sorted. */
function stated(): readonly unknown[] {
  const facts = world.service.files(world.site).map(({ metadata }) => metadata);
  return facts.map((each) => (each as { sitesync: { path: string } }).sitesync.path).toSorted();
}

/** Each looks twice, in turn, and nobody has anything to do. */
async function expectAtRest(...all: readonly Colleague[]): Promise<void> {
  const [places, lies] = [stated(), all.map((each) => each.here())];
  for (const { laptop } of [...all, ...all])
    expect(await laptop.sync()).toMatchObject({
      updated: 0,
      created: 0,
      moved: 0,
      downloaded: 0,
      deletedRemote: 0,
      problems: [],
    });
  expect(stated()).toEqual(places);
  expect(all.map((each) => each.here())).toEqual(lies);
}

const BOTH = ['Other/DEEP/d.txt', 'Other/DEEP/down/e.txt', 'Other/deep/c.txt'];

describe('two spellings of a folder', () => {
  beforeEach(() => {
    for (const path of BOTH) addRecord(path);
  });

  it('are one folder here, and no record is sent for it', async () => {
    const anna = await colleague();
    await anna.laptop.sync();
    expect(anna.here()).toEqual(['Other/DEEP/c.txt', 'Other/DEEP/d.txt', 'Other/DEEP/down/e.txt']);
    await expectAtRest(anna);
    expect(stated()).toEqual(BOTH);
  });

  it('stay two where a disk holds both', async () => {
    const [anna, lars] = [await colleague(), await colleague('linux')];
    for (const { laptop } of [anna, lars]) await laptop.sync();
    expect(lars.here()).toEqual(BOTH);
    await expectAtRest(anna, lars);
  });

  it('are sent by neither of two laptops that each have their own', async () => {
    const [anna, ben] = [await colleague(), await colleague('darwin')];
    anna.person.write('Other/deep/anna.txt', 'anna');
    ben.person.write('Other/Deep/ben.txt', 'ben');
    for (const { laptop } of [anna, ben, anna]) await laptop.sync();
    const names = ['anna.txt', 'ben.txt', 'c.txt', 'd.txt', 'down/e.txt'];
    expect(anna.here()).toEqual(names.map((name) => `Other/deep/${name}`));
    expect(ben.here()).toEqual(names.map((name) => `Other/Deep/${name}`));
    await expectAtRest(anna, ben);
    expect(stated()).toEqual([...BOTH, 'Other/Deep/ben.txt', 'Other/deep/anna.txt'].toSorted());
  });

  it('are found again as one folder by a laptop that lost its mirror', async () => {
    const anna = await colleague();
    await anna.laptop.sync();
    const [before, records] = [anna.here(), stated()];
    const { mirror } = anna.laptop;
    for (const { id } of world.service.files(world.site)) mirror.commit(world.site, [{ dropBase: id }]);
    await anna.laptop.sync();
    expect(anna.here()).toEqual(before);
    expect(stated()).toEqual(records);
    await expectAtRest(anna);
  });

  it('lie in the folder that a person made anew, of which one word is sent', async () => {
    const [anna, ben] = [await colleague(), await colleague()];
    for (const { laptop } of [anna, ben]) await laptop.sync();
    anna.person.rename('Other/DEEP', 'Other/aside');
    anna.person.rename('Other/aside', 'Other/deep');
    for (const { laptop } of [anna, ben]) await laptop.sync();
    expect(anna.here()).toEqual(['Other/deep/c.txt', 'Other/deep/d.txt', 'Other/deep/down/e.txt']);
    expect(stated()).toEqual(anna.here());
    await expectAtRest(anna, ben);
  });

  it('stay what the records say where a file in them is edited', async () => {
    const [anna, ben] = [await colleague(), await colleague()];
    ben.person.write('Other/deep/ben.txt', 'ben');
    for (const { laptop } of [anna, ben, anna]) await laptop.sync();
    ben.person.write('Other/deep/d.txt', 'edited');
    expect(await ben.laptop.sync()).toMatchObject({ updated: 1 });
    expect(stated()).toContain('Other/DEEP/d.txt');
    await anna.laptop.sync();
    expect(new TextDecoder().decode(anna.person.read('Other/DEEP/d.txt'))).toBe('edited');
    await expectAtRest(anna, ben);
  });
});

it('is sent once where a person gives a folder another case, and the others come to rest', async () => {
  const all = [await colleague(), await colleague('darwin'), await colleague('linux')] as const;
  const [anna, ben, lars] = all;
  for (const name of ['a.txt', 'b.txt']) anna.person.write(`Other/plans/${name}`, name);
  for (const { laptop } of all) await laptop.sync();
  anna.person.rename('Other/plans', 'Other/Plans');
  expect(await anna.laptop.sync()).toMatchObject({ moved: 2, created: 0, deletedRemote: 0 });
  expect(await ben.laptop.sync()).toMatchObject({ moved: 0, updated: 0, problems: [] });
  await lars.laptop.sync();
  const renamed = ['Other/Plans/a.txt', 'Other/Plans/b.txt'];
  expect(stated()).toEqual(renamed);
  expect(lars.here()).toEqual(renamed);
  expect(ben.here()).toEqual(['Other/plans/a.txt', 'Other/plans/b.txt']);
  await expectAtRest(...all);
});

it('is sent once where an empty folder of another case stood here, and the others come to rest', async () => {
  const [anna, ben] = [await colleague(), await colleague()];
  anna.person.makeFolder('Other/Deep');
  ben.person.makeFolder('Other/DEEP');
  addRecord('Other/deep/c.txt');
  for (const { laptop } of [anna, ben, anna, ben]) await laptop.sync();
  await expectAtRest(anna, ben);
});
