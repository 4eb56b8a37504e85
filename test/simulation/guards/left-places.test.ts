import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { simulate } from '../simulate.ts';
import type { GuardLaptop, GuardWorld } from './guard-world.ts';
import { moveIn, NO_NEW_RECORD, threeInStep, type recordsOf } from './three-files.ts';

/** Places that files were moved away from here, and that others then give to other files. */

let world: GuardWorld;
let laptop: GuardLaptop;
let records: ReturnType<typeof recordsOf>;

beforeEach(async () => {
  ({ world, laptop, records } = await threeInStep());
});

afterEach(() => world.close());

function edit(path: string, text: string): void {
  laptop.put(path, text);
  const later = Date.now() / 1000 + 60;
  utimesSync(join(laptop.folder, path), later, later);
}

function rename(name: string, to: string): void {
  world.service.editFile(world.idOf(name), { name: to });
}

/** Two syncs that can send no change, and one that can. */
async function syncLate(): Promise<void> {
  world.service.faults.fail({ call: 'update', failure: { status: 500 }, times: 99 });
  for (let look = 0; look < 2; look++)
    expect(await laptop.sync()).toMatchObject({ created: 0, conflicts: [] });
  world.service.faults.forget();
  expect(await laptop.sync()).toMatchObject({ ...NO_NEW_RECORD, conflicts: [] });
}

async function expectInStep(): Promise<void> {
  const nothing = { ...NO_NEW_RECORD, updated: 0, downloaded: 0, moved: 0, conflicts: [], files: 3 };
  expect(await laptop.sync()).toMatchObject(nothing);
}

describe('the place of a file that was moved and edited here is given to no other one before that is sent', () => {
  beforeEach(() => {
    moveIn(laptop, 'Other/a.txt', 'Block A/a.txt');
    edit('Block A/a.txt', 'a.txt, edited here');
  });

  it.each<[string, string, () => void]>([
    ['as it was', 'b.txt v1', () => undefined],
    ['edited here too', 'b.txt, edited here', () => edit('Other/b.txt', 'b.txt, edited here')],
  ])('which others moved there, %s', async (_, text, change) => {
    change();
    rename('b.txt', 'a.txt');
    await syncLate();
    expect(records()).toMatchObject({
      'a.txt': 'other/a.txt: a.txt, edited here',
      'b.txt': `other/a.txt: ${text}`,
    });
    const expected = { 'Block A/a.txt': 'a.txt, edited here', 'Other/a.txt': text };
    expect(await filesIn(laptop.folder)).toMatchObject(expected);
    expect(await trashIn(laptop.folder)).toEqual([]);
    await expectInStep();
  });

  it('nor to one that comes back since others changed what was deleted here', async () => {
    moveIn(laptop, 'Other/b.txt', '.sitesync/tmp/away');
    world.service.editFile(world.idOf('b.txt'), { name: 'a.txt', content: 'b.txt, edited there' });
    await syncLate();
    expect(records()).toMatchObject({
      'a.txt': 'other/a.txt: a.txt, edited here',
      'b.txt': 'other/a.txt: b.txt, edited there',
    });
    const expected = { 'Block A/a.txt': 'a.txt, edited here', 'Other/a.txt': 'b.txt, edited there' };
    expect(await filesIn(laptop.folder)).toMatchObject(expected);
    await expectInStep();
  });
});

it.each<[string, string, () => void]>([
  ['moved there', 'Other/b.txt', () => rename('b.txt', 'a.txt')],
  ['new', 'Other/a.txt', () => world.addFile('a.txt', 'new')],
])('a file %s says that it waits for that', async (_, path, act) => {
  moveIn(laptop, 'Other/a.txt', 'Block A/a.txt');
  act();
  world.service.faults.fail({ call: 'update', failure: { status: 500 }, times: 99 });
  const { problems } = await laptop.sync();
  expect(problems.filter((problem) => problem.path === path)).toMatchObject([
    {
      code: 'in-use',
      message: `${path} of the service waits: a file was moved away from its place here, and that was not sent yet.`,
      hint: 'SiteSync goes on right after that. See what keeps the other file.',
    },
  ]);
});

describe('a file that was moved here', () => {
  it('and not edited stays its record where one that was edited here is to go to its place', async () => {
    moveIn(laptop, 'Other/c.txt', 'Block A/c.txt');
    edit('Other/a.txt', 'a.txt, edited here');
    rename('a.txt', 'c.txt');
    await syncLate();
    expect(records()).toMatchObject({
      'a.txt': 'other/c.txt: a.txt, edited here',
      'c.txt': 'other/c.txt: c.txt v1',
    });
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Block A/c.txt': 'c.txt v1' });
    await expectInStep();
  });

  it('to the place of another makes no ring of waits with that, which was moved here, and there to its place', async () => {
    moveIn(laptop, 'Other/b.txt', 'Other/z.txt');
    moveIn(laptop, 'Other/a.txt', 'Other/b.txt');
    rename('b.txt', 'a.txt');
    expect(await laptop.sync()).toMatchObject({ ...NO_NEW_RECORD, conflicts: [] });
    expect(records()).toMatchObject({ 'a.txt': 'other/b.txt: a.txt v1', 'b.txt': 'other/a.txt: b.txt v1' });
    const expected = { 'Other/a.txt': 'b.txt v1', 'Other/b.txt': 'a.txt v1', 'Other/c.txt': 'c.txt v1' };
    expect(await filesIn(laptop.folder)).toEqual(expected);
    await expectInStep();
  });
});

it('is found in a whole life: seed 1500305 sent one as the next version of another', async () => {
  expect((await simulate(1_500_305, { namesakes: true })).broken).toEqual([]);
});
