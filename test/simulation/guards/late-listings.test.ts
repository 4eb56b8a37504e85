import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import type { RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';
import { simulate } from '../simulate.ts';

/** A service whose list shows for a while what was there before. */

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt', 'b.txt');
  world.service.freezeListings();
});

afterEach(() => world.close());

function move(from: string, to: string): void {
  mkdirSync(dirname(join(laptop.folder, to)), { recursive: true });
  renameSync(join(laptop.folder, from), join(laptop.folder, to));
}

/** A service whose lists lag, and yet name the time of the last change. */
function withNewestTimes({ client }: GuardLaptop): void {
  const filesPage = client.filesPage.bind(client);
  const newest = (of: SiteFile): SiteFile => {
    const file = world.service.file(of.id);
    return { ...of, updatedAt: file === null ? null : new Date(file.updatedAt).toISOString() };
  };
  client.filesPage = async (...args) => {
    const page = await filesPage(...args);
    return page.ok ? ok({ ...page.value, items: page.value.items.map(newest) }) : page;
  };
}

/** A service whose lists show each record in a form of their own, which names no time. Counts the records that are read. */
function withShortLists({ client }: GuardLaptop): () => number {
  let reads = 0;
  const [filesPage, readFile] = [client.filesPage.bind(client), client.readFile.bind(client)];
  const short = (of: SiteFile): SiteFile => ({
    ...of,
    updatedAt: null,
    fingerprint: shortOf(of.fingerprint),
  });
  client.filesPage = async (...args) => {
    const page = await filesPage(...args);
    return page.ok ? ok({ ...page.value, items: page.value.items.map(short) }) : page;
  };
  client.readFile = (...args) => {
    reads += 1;
    return readFile(...args);
  };
  return () => reads;
}

/** A service whose times are all of one second. Counts the records that are read. */
function withTimesOfOneSecond({ client }: GuardLaptop): () => number {
  let reads = 0;
  const [filesPage, readFile, updateFile] = [
    client.filesPage.bind(client),
    client.readFile.bind(client),
    client.updateFile.bind(client),
  ];
  const inIt = (of: SiteFile): SiteFile => ({ ...of, updatedAt: '2026-11-21T09:42:00Z' });
  client.filesPage = async (...args) => {
    const page = await filesPage(...args);
    return page.ok ? ok({ ...page.value, items: page.value.items.map(inIt) }) : page;
  };
  client.readFile = async (...args) => {
    reads += 1;
    const read = await readFile(...args);
    return read.ok ? ok(inIt(read.value)) : read;
  };
  client.updateFile = async (...args) => {
    const reply = await updateFile(...args);
    return reply.ok && reply.value.record !== null
      ? ok({ ...reply.value, record: inIt(reply.value.record) })
      : reply;
  };
  return () => reads;
}

const shortOf = (whole: RemoteFingerprint): RemoteFingerprint => `${whole} in short` as RemoteFingerprint;

describe('a file that was sent under another place is left there by a list that does not know of it yet', () => {
  it.each(['Other/new.txt', 'Spec Sheet/a.txt', 'Block A/a.txt'])('as %s', async (to) => {
    move('Other/a.txt', to);
    expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
    for (let look = 0; look < 3; look++) {
      expect(await laptop.sync()).toMatchObject({ moved: 0, problems: [], conflicts: [] });
      expect(Object.keys(await filesIn(laptop.folder)).toSorted()).toEqual([to, 'Other/b.txt'].toSorted());
    }
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ moved: 0, updated: 0, problems: [] });
  });

  it('and goes where others then move it', async () => {
    move('Other/a.txt', 'Other/new.txt');
    await laptop.sync();
    world.service.thawListings();
    world.service.editFile(world.idOf('new.txt'), { name: 'theirs.txt' });
    expect(await laptop.sync()).toMatchObject({ moved: 1, problems: [] });
    expect(Object.keys(await filesIn(laptop.folder))).toContain('Other/theirs.txt');
  });
});

describe('a file that was deleted here, after it was sent, stays deleted', () => {
  it.each<[string, () => void]>([
    ['after a new name was', () => move('Other/a.txt', 'Other/new.txt')],
    ['after an edit was', () => laptop.put('Other/a.txt', 'mine, and longer')],
    [
      'after a new name and an edit were',
      () => {
        move('Other/a.txt', 'Spec Sheet/a.txt');
        laptop.put('Spec Sheet/a.txt', 'mine, and longer');
      },
    ],
  ])('%s', async (_, change) => {
    change();
    expect(await laptop.sync()).toMatchObject({ updated: expect.any(Number), created: 0, problems: [] });
    for (const path of ['Other/a.txt', 'Other/new.txt', 'Spec Sheet/a.txt'])
      rmSync(join(laptop.folder, path), { force: true });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0, conflicts: [] });
    expect(world.contents()).toEqual(['b.txt v1']);
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 0, problems: [] });
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Other/b.txt']);
  });

  it('also where a new file lies in its former place, which is no conflict with it', async () => {
    move('Other/a.txt', 'Other/new.txt');
    await laptop.sync();
    rmSync(join(laptop.folder, 'Other/new.txt'));
    laptop.put('Other/a.txt', 'another one');
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, created: 1, conflicts: [] });
    expect(world.contents()).toEqual(['another one', 'b.txt v1']);
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 0, problems: [] });
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'another one', 'Other/b.txt': 'b.txt v1' });
  });

  it.each([
    ['older', false],
    ['the same, as where it tells seconds alone', true],
  ])('also where that list was compared before (time in it: %s)', async (_, isSame) => {
    laptop.put('Other/a.txt', 'as long!');
    await laptop.sync();
    if (isSame) withNewestTimes(laptop);
    for (let look = 0; look < 2; look++)
      expect(await laptop.sync()).toMatchObject({ adopted: 0, downloaded: 0, conflicts: [], problems: [] });
    rmSync(join(laptop.folder, 'Other/a.txt'));
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0, conflicts: [] });
    expect(world.contents()).toEqual(['b.txt v1']);
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Other/b.txt']);
  });

  it('but comes back where others edited it, whatever the list tells of its time', async () => {
    laptop.put('Other/a.txt', 'mine, and longer');
    await laptop.sync();
    rmSync(join(laptop.folder, 'Other/a.txt'));
    world.service.editFile(world.idOf('a.txt'), { content: 'theirs' });
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1, problems: [] });
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/a.txt': 'theirs' });
  });

  it('is found in a whole life: seed 9910039 fetched a file again over its own update', async () => {
    expect((await simulate(9_910_039, { namesakes: true })).broken).toEqual([]);
  });

  it('is found in another one: seed 88258 agreed on the list before', async () => {
    expect((await simulate(88_258)).broken).toEqual([]);
  });
});

describe('what lay there before an edit that was sent is no news if a person puts it back and the list shows it still', () => {
  let backup: ReturnType<GuardWorld['service']['snapshot']>;

  beforeEach(async () => {
    world.service.thawListings();
    laptop.put('Other/c.txt', 'as it was first');
    await laptop.sync();
    backup = world.service.snapshot();
    world.service.freezeListings();
    laptop.put('Other/c.txt', 'mine, and longer than that');
    expect(await laptop.sync()).toMatchObject({ updated: 1 });
  });

  it.each([
    ['older, in its place', false, 'Other/c.txt'],
    ['older, in another folder', false, 'Spec Sheet/c.txt'],
    ['the same, in its place', true, 'Other/c.txt'],
  ])('(time in it: %s)', async (_, isSame, to) => {
    if (isSame) withNewestTimes(laptop);
    if (to !== 'Other/c.txt') move('Other/c.txt', to);
    laptop.put(to, 'as it was first');
    expect(await laptop.sync()).toMatchObject({ adopted: 0, updated: 1, conflicts: [], problems: [] });
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, updated: 0, conflicts: [], problems: [] });
    expect((await filesIn(laptop.folder))[to]).toBe('as it was first');
    expect(world.contents()).toContain('as it was first');
  });

  it('also where its place was left out meanwhile: both are kept', async () => {
    laptop.put('.siteignore', 'c.txt');
    await laptop.sync();
    laptop.put('Other/c.txt', 'as it was first');
    await laptop.sync();
    rmSync(join(laptop.folder, '.siteignore'));
    expect(await laptop.sync()).toMatchObject({ adopted: 0, conflicts: [{}], problems: [] });
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, updated: 0, conflicts: [], problems: [] });
    const here = Object.values(await filesIn(laptop.folder));
    expect(here).toEqual(expect.arrayContaining(['as it was first', 'mine, and longer than that']));
  });

  it('but is agreed on where the service was set back to it', async () => {
    world.service.thawListings();
    world.service.restore(backup);
    laptop.put('Other/c.txt', 'as it was first');
    expect(await laptop.sync()).toMatchObject({ updated: 0, adopted: 1, conflicts: [], problems: [] });
  });

  it('is found in a whole life: seed 7727125 fetched a file again over its own update', async () => {
    expect((await simulate(7_727_125, { namesakes: true })).broken).toEqual([]);
  });
});

describe('what was sent without bytes is no news if the list shows the record as it was before', () => {
  beforeEach(async () => {
    world.service.thawListings();
    for (const path of ['Notes/c.txt', 'Other/d.txt']) laptop.put(path, `${path} v1`);
    await laptop.sync();
    world.service.freezeListings();
  });

  const TIMES = [
    ['older', false],
    ['the same', true],
  ] as const;

  it.each(TIMES)(
    'a category: the file that is deleted then stays deleted (time in it: %s)',
    async (_, isSame) => {
      laptop.mirror.setChosenCategory(world.site, 'Notes/c.txt' as RelPath, 'spec-sheet');
      expect(await laptop.sync()).toMatchObject({ updated: 1, problems: [] });
      if (isSame) withNewestTimes(laptop);
      for (let look = 0; look < 2; look++)
        expect(await laptop.sync()).toMatchObject({ updated: 0, moved: 0, conflicts: [], problems: [] });
      rmSync(join(laptop.folder, 'Notes/c.txt'));
      expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0, problems: [] });
      world.service.thawListings();
      expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 0, problems: [] });
      expect(Object.keys(await filesIn(laptop.folder))).not.toContain('Notes/c.txt');
    },
  );

  it.each(
    TIMES.flatMap(([time, isSame]) => [
      [time, 'Other/new.txt', isSame] as const,
      [time, 'Notes/d.txt', isSame] as const,
    ]),
  )(
    'a move: the file that is moved back then stays there (time in it: %s, moved to %s)',
    async (_, to, isSame) => {
      move('Other/d.txt', to);
      expect(await laptop.sync()).toMatchObject({ moved: 1, problems: [] });
      if (isSame) withNewestTimes(laptop);
      move(to, 'Other/d.txt');
      expect(await laptop.sync()).toMatchObject({ moved: 1, created: 0, deletedRemote: 0, problems: [] });
      world.service.thawListings();
      expect(await laptop.sync()).toMatchObject({ moved: 0, updated: 0, problems: [] });
      expect(Object.keys(await filesIn(laptop.folder))).toContain('Other/d.txt');
      expect(world.service.file(world.idOf('d.txt'))).toMatchObject({ category: 'other' });
    },
  );

  it('but what others changed within the second of it is followed, and asked for once', async () => {
    laptop.mirror.setChosenCategory(world.site, 'Notes/c.txt' as RelPath, 'spec-sheet');
    const reads = withTimesOfOneSecond(laptop);
    await laptop.sync();
    world.service.thawListings();
    await laptop.sync();
    const other = await world.laptop();
    await other.sync();
    other.mirror.setChosenCategory(world.site, 'Notes/c.txt' as RelPath, 'maintenance');
    expect(await other.sync()).toMatchObject({ updated: 1, problems: [] });
    const before = reads();
    for (let look = 0; look < 3; look++)
      expect(await laptop.sync()).toMatchObject({ updated: 0, moved: 0, downloaded: 0, problems: [] });
    expect(reads() - before).toBe(1);
    expect(laptop.mirror.agreement(world.site, world.idOf('c.txt'))).toMatchObject({
      category: 'maintenance',
    });
  });
});

it('files that were sent are asked for at no look, where lists show them in a form without times', async () => {
  world.service.thawListings();
  const reads = withShortLists(laptop);
  await laptop.sync();
  laptop.put('Other/a.txt', 'edited here');
  laptop.put('Other/c.txt', 'new here');
  expect(await laptop.sync()).toMatchObject({ updated: 1, created: 1, problems: [] });
  for (let look = 0; look < 2; look++) await laptop.sync();
  const before = reads();
  for (let look = 0; look < 3; look++)
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, adopted: 0, problems: [] });
  expect(reads()).toBe(before);
});
