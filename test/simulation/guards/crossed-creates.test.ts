import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LATE } from '../../../main/sync/problems/late-creates.ts';
import type { OpId } from '../../../shared/model/ids.ts';
import { fail, ok } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GATEWAY, GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Two laptops that watch each make a file of one name between two listings, so that neither saw the other's record. */

let world: GuardWorld;
let anna: GuardLaptop;
let ben: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  anna = await world.laptop();
  ben = await world.laptop();
  for (const laptop of [anna, ben]) await laptop.sync();
});

afterEach(() => world.close());

async function cross(mine: string, theirs: string): Promise<void> {
  anna.put('Other/minutes.txt', mine);
  await anna.sync({ list: false });
  ben.put('Other/minutes.txt', theirs);
  await ben.sync({ list: false });
}

const beside = (id: string): string => `Other/minutes ~${id.slice(0, 8)}.txt`;
const COPY = 'Other/minutes (conflict 2026-11-21 0942 PC).txt';

describe('two files of one name that were made at the same time', () => {
  it('lie alike on all computers: the younger one is a conflict copy', async () => {
    await cross('by Anna', 'by Ben');
    await anna.sync();
    expect(await ben.sync()).toMatchObject({ conflicts: [{ path: 'Other/minutes.txt', copy: COPY }] });
    for (const laptop of [anna, ben, await world.laptop()]) {
      await laptop.sync();
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/minutes.txt': 'by Anna', [COPY]: 'by Ben' });
    }
    expect(world.contents()).toHaveLength(2);
    for (const laptop of [anna, ben])
      expect(await laptop.sync()).toMatchObject({ updated: 0, moved: 0, downloaded: 0, problems: [] });
  });

  it('also where an edit of the younger one waits', async () => {
    await cross('by Anna', 'by Ben');
    ben.put('Other/minutes.txt', 'edited by Ben');
    for (const laptop of [ben, anna, ben]) await laptop.sync();
    for (const laptop of [anna, ben])
      expect(await filesIn(laptop.folder)).toEqual({
        'Other/minutes.txt': 'by Anna',
        [COPY]: 'edited by Ben',
      });
  });

  it('so do three, of which the oldest has the name', async () => {
    const carl = await world.laptop();
    await carl.sync();
    await cross('by Anna', 'by Ben');
    carl.put('Other/minutes.txt', 'by Carl');
    await carl.sync({ list: false });
    for (const laptop of [carl, ben, anna, carl, ben, anna]) await laptop.sync();
    for (const laptop of [anna, ben, carl]) {
      const files = await filesIn(laptop.folder);
      expect(files['Other/minutes.txt']).toBe('by Anna');
      expect(Object.keys(files)).toHaveLength(3);
      expect(files).toEqual(await filesIn(anna.folder));
    }
  });

  it('so do two of the same bytes', async () => {
    marksOfItsOwn();
    await cross('the same', 'the same');
    for (const laptop of [ben, anna, ben]) await laptop.sync();
    for (const laptop of [anna, ben])
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/minutes.txt': 'the same', [COPY]: 'the same' });
    anna.put('Other/minutes.txt', 'edited by Anna');
    for (const laptop of [anna, ben]) await laptop.sync();
    expect(await filesIn(ben.folder)).toMatchObject({ 'Other/minutes.txt': 'edited by Anna' });
  });
});

/** In earnest no two computers give the same: two creates with one mark are one that was sent twice. */
function marksOfItsOwn(): void {
  let marks = 0;
  ben.env.newOpId = () => `by Ben ${++marks}` as OpId;
}

/** The service takes what Ben sends, or not, and says neither. */
function losesReplies(isTaken: boolean): void {
  marksOfItsOwn();
  const real = ben.client.createFile.bind(ben.client);
  ben.client.createFile = async (...asked) => {
    ben.client.createFile = real;
    if (isTaken) await real(...asked);
    return fail(GATEWAY);
  };
}

/** Ben is given no list that is whole from now on. */
function countsOneMore(): void {
  let versions = 0;
  const real = ben.client.fetchFilesPage.bind(ben.client);
  ben.client.fetchFilesPage = async (...asked) => {
    const page = await real(...asked);
    if (!page.ok) return page;
    const read: typeof page.value.read = async (known) => {
      const rows = await page.value.read(known);
      return rows.ok ? ok({ ...rows.value, count: (rows.value.count ?? 0) + 1, recallable: false }) : rows;
    };
    return ok({ ...page.value, version: `${page.value.version} ${++versions}`, read });
  };
}

async function liesAlike(name: string, copy: string): Promise<void> {
  for (const laptop of [anna, ben, await world.laptop()]) {
    await laptop.sync();
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/minutes.txt': name, [COPY]: copy });
  }
  expect(world.contents()).toHaveLength(2);
  for (const laptop of [anna, ben])
    expect(await laptop.sync()).toMatchObject({ updated: 0, moved: 0, downloaded: 0, problems: [] });
}

describe('two files of one name, of which one create had no answer', () => {
  it('lie alike where that one came to nothing', async () => {
    losesReplies(false);
    ben.put('Other/minutes.txt', 'by Ben');
    await ben.sync();
    anna.put('Other/minutes.txt', 'by Anna');
    await anna.sync();
    expect((await ben.sync()).problems).toMatchObject([
      { path: 'Other/minutes.txt', code: 'unknown-outcome' },
      { path: 'Other/minutes.txt', code: 'in-use' },
    ]);
    expect(await filesIn(ben.folder)).toEqual({ 'Other/minutes.txt': 'by Ben' });
    await ben.env.sleep(LATE);
    expect(await ben.sync()).toMatchObject({ conflicts: [{ path: 'Other/minutes.txt', copy: COPY }] });
    await liesAlike('by Anna', 'by Ben');
  });

  it('come all the same where no list is whole, and say what they wait for', async () => {
    losesReplies(false);
    ben.put('Other/minutes.txt', 'by Ben');
    await ben.sync();
    anna.put('Other/minutes.txt', 'by Anna');
    await anna.sync();
    countsOneMore();
    await ben.env.sleep(LATE);
    const { problems } = await ben.sync();
    expect(problems.filter(({ path }) => path !== '')).toMatchObject([
      {
        path: 'Other/minutes.txt',
        code: 'unknown-outcome',
        hint: expect.stringContaining('next listing') as string,
      },
    ]);
    for (const { message } of problems) expect(message).not.toContain('It waits until');
    expect(Object.values(await filesIn(ben.folder)).toSorted()).toEqual(['by Anna', 'by Ben']);
  });

  it('lie alike where that one was the younger', async () => {
    losesReplies(true);
    await cross('by Anna', 'by Ben');
    for (const laptop of [ben, anna, ben]) await laptop.sync();
    await liesAlike('by Anna', 'by Ben');
  });

  it('lie alike where that one was the younger, and was listed later than the other', async () => {
    losesReplies(true);
    anna.put('Other/minutes.txt', 'by Anna');
    await anna.sync({ list: false });
    world.service.freezeListings();
    ben.put('Other/minutes.txt', 'by Ben');
    await ben.sync({ list: false });
    await ben.sync();
    world.service.thawListings();
    for (const laptop of [ben, anna, ben]) await laptop.sync();
    await liesAlike('by Anna', 'by Ben');
  });

  it('lie alike where that one was the older', async () => {
    losesReplies(true);
    ben.put('Other/minutes.txt', 'by Ben');
    await ben.sync({ list: false });
    anna.put('Other/minutes.txt', 'by Anna');
    await anna.sync({ list: false });
    for (const laptop of [ben, anna, ben]) await laptop.sync();
    await liesAlike('by Ben', 'by Anna');
  });
});

describe('a record of the name of a file here', () => {
  it('that is younger lies beside it', async () => {
    anna.put('Other/minutes.txt', 'by Anna');
    await anna.sync();
    const id = world.addFile('minutes.txt', 'by others');
    expect(await anna.sync()).toMatchObject({ downloaded: 1, conflicts: [] });
    expect(await filesIn(anna.folder)).toEqual({
      'Other/minutes.txt': 'by Anna',
      [beside(id)]: 'by others',
    });
  });

  it('that is older, and was seen before that was made, lies beside it', async () => {
    const id = world.addFile('minutes.txt', 'of long ago');
    const { mirror } = anna;
    mirror.setPin(world.site, id, false);
    await anna.sync();
    anna.put('Other/a.txt', 'by Anna');
    await anna.sync();
    renameSync(join(anna.folder, 'Other/a.txt'), join(anna.folder, 'Other/minutes.txt'));
    await anna.sync();
    mirror.setPin(world.site, id, true);
    await anna.sync();
    expect(await filesIn(anna.folder)).toEqual({
      'Other/minutes.txt': 'by Anna',
      [beside(id)]: 'of long ago',
    });
  });
});
