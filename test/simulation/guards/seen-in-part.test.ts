import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../shared/failure.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { filesIn } from '../../support/laptop.ts';
import type { GuardLaptop, GuardWorld } from './guard-world.ts';
import { AS_THEY_WERE, moveIn, NO_NEW_RECORD, threeInStep, type recordsOf } from './three-files.ts';

/** Watchers lose hints: of what a person moved, only some of the folders that it came to or left are looked at. */

let world: GuardWorld;
let laptop: GuardLaptop;
let records: ReturnType<typeof recordsOf>;

beforeEach(async () => {
  ({ world, laptop, records } = await threeInStep());
});

afterEach(() => world.close());

const move = (from: string, to: string): void => moveIn(laptop, from, to);

const sync = (...directly: readonly string[]): Promise<SiteReport> =>
  laptop.sync({ scope: { below: [], directly } });

/** `a.txt` lies where `c.txt` did, and the other way round. */
const TRADED = { 'a.txt': 'other/c.txt: a.txt v1', 'c.txt': 'other/a.txt: c.txt v1' };

/** `c.txt` goes to a folder of its own, and then trades places with `a.txt`. */
async function tradePlaces(): Promise<void> {
  move('Other/c.txt', 'Block A/c.txt');
  await laptop.sync();
  move('Other/a.txt', 'aside');
  move('Block A/c.txt', 'Other/a.txt');
  move('aside', 'Block A/c.txt');
}

describe('where a file came to is looked at, and not where it was', () => {
  it('a file that was moved twice, and lies in the place of the first time for all that is known, is moved', async () => {
    move('Other/a.txt', 'Block A/a first.txt');
    laptop.client.offline = true;
    await sync('Other', 'Block A');
    laptop.client.offline = false;
    move('Block A/a first.txt', 'Spec Sheet/a.txt');
    expect(await sync('Spec Sheet')).toMatchObject({ created: 0, moved: 1, deletedRemote: 0, problems: [] });
    expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': 'spec-sheet/a.txt: a.txt v1' });
  });

  it('a move is one all the same', async () => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    expect(await sync('Spec Sheet')).toMatchObject({ created: 0, moved: 1, problems: [] });
    expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': 'spec-sheet/a.txt: a.txt v1' });
  });

  it('a file that was edited on the way is a new version of its record', async () => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    writeFileSync(join(laptop.folder, 'Spec Sheet/a.txt'), 'and edited there');
    expect(await sync('Spec Sheet')).toMatchObject({ created: 0, updated: 1, problems: [] });
    expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': 'spec-sheet/a.txt: and edited there' });
  });

  it('two files that traded places keep their records', async () => {
    await tradePlaces();
    expect(await sync('Block A')).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject(TRADED);
  });

  it('nor does one go to where others moved the record whose place it took', async () => {
    move('Other/c.txt', 'Block A/c.txt');
    await laptop.sync();
    move('Other/a.txt', 'Other/d.txt');
    move('Block A/c.txt', 'Other/a.txt');
    world.service.editFile(world.idOf('a.txt'), { name: 'x.txt' });
    expect(await sync('Other')).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject({ 'a.txt': 'other/x.txt: a.txt v1', 'c.txt': 'other/a.txt: c.txt v1' });
  });

  it('a row of files, each in the place of the next, keeps its records', async () => {
    for (const name of ['b', 'c']) move(`Other/${name}.txt`, `Block ${name}/${name}.txt`);
    await laptop.sync();
    move('Block c/c.txt', 'Block d/d.txt');
    move('Block b/b.txt', 'Block c/c.txt');
    move('Other/a.txt', 'Block b/b.txt');
    expect(await sync('Block d', 'Block b')).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject({
      'a.txt': 'other/b.txt: a.txt v1',
      'b.txt': 'other/c.txt: b.txt v1',
      'c.txt': 'other/d.txt: c.txt v1',
    });
  });

  it('one that was moved on, before its first move was sent, keeps its record', async () => {
    world.service.faults.fail({ call: 'update', failure: 'lose-before' });
    move('Other/a.txt', 'Block A/a.txt');
    await laptop.sync({ eager: false });
    move('Other/c.txt', 'aside');
    move('Block A/a.txt', 'Other/c.txt');
    move('aside', 'Block A/a.txt');
    expect(await sync('Other')).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject(TRADED);
  });

  it('one that came to the place of another of the same bytes is not that one', async () => {
    laptop.put('Block b/twin.txt', 'a.txt v1');
    await laptop.sync();
    const twin = world.idOf('twin.txt');
    move('Block b/twin.txt', 'Block d/d.txt');
    move('Other/a.txt', 'Block b/twin.txt');
    expect(await sync('Block d', 'Block b')).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject({ 'a.txt': 'other/twin.txt: a.txt v1', [twin]: 'other/d.txt: a.txt v1' });
  });

  it('a second name of a file that lies in its place is a file of its own', async () => {
    mkdirSync(join(laptop.folder, 'Spec Sheet'), { recursive: true });
    linkSync(join(laptop.folder, 'Other/a.txt'), join(laptop.folder, 'Spec Sheet/a.txt'));
    expect(await sync('Spec Sheet')).toMatchObject({ created: 1, updated: 0, problems: [] });
    expect(records()).toMatchObject(AS_THEY_WERE);
  });

  it('a new file that got the inode of a deleted one is a file of its own', async () => {
    move('Other/a.txt', 'Spec Sheet/new.txt');
    writeFileSync(join(laptop.folder, 'Spec Sheet/new.txt'), 'of another size');
    expect(await sync('Spec Sheet')).toMatchObject({ created: 1, deletedRemote: 1, problems: [] });
    expect(world.contents()).toEqual(['b.txt v1', 'c.txt v1', 'of another size']);
  });
});

describe('where a file was is looked at, and not where it came to', () => {
  beforeEach(() => world.service.editFile(world.idOf('a.txt'), { content: 'edited there' }));

  it('what others made of it comes to its new place, and not back to the old one', async () => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    expect(await sync('Other')).toMatchObject({ created: 0, moved: 1, problems: [] });
    expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': 'spec-sheet/a.txt: edited there' });
    expect(Object.keys(await filesIn(laptop.folder))).toEqual([
      'Other/b.txt',
      'Other/c.txt',
      'Spec Sheet/a.txt',
    ]);
  });

  it('nothing is taken for an edit in the row that it begins, also while what others made of it waits', async () => {
    world.service.faults.fail({ call: 'download', failure: 'lose-before', times: 99 });
    await laptop.sync({ eager: false });
    move('Other/b.txt', 'Spec Sheet/b.txt');
    move('Other/a.txt', 'Other/b.txt');
    await laptop.sync({ scope: { below: [], directly: ['Other'] }, eager: false, list: false });
    expect(records()).toMatchObject({
      'a.txt': expect.stringContaining('edited there'),
      'b.txt': 'spec-sheet/b.txt: b.txt v1',
    });
  });

  it('what others made of one that was deleted comes back', async () => {
    rmSync(join(laptop.folder, 'Other/a.txt'));
    expect(await sync('Other')).toMatchObject({ downloaded: 1, deletedRemote: 0, problems: [] });
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/a.txt': 'edited there' });
  });
});

describe('where a file that is not to be kept here any more was is looked at, and not where others came to', () => {
  let isUnseen = false;
  beforeEach(async () => {
    isUnseen = false;
    laptop = await world.laptop({
      disk: (real) => ({
        scan: async (folder, options, onBatch) =>
          isUnseen && options.scope === null
            ? fail({ code: 'unreadable', message: 'Not now.', hint: '', retry: 'later' })
            : real.scan(folder, options, onBatch),
      }),
    });
    await laptop.sync();
    laptop.mirror.setPin(world.site, world.idOf('a.txt'), false);
    move('Other/b.txt', 'Spec Sheet/b.txt');
    move('Other/a.txt', 'Other/b.txt');
  });

  it('nothing is taken for an edit in the row that it begins', async () => {
    expect(await sync('Other')).toMatchObject(NO_NEW_RECORD);
    expect(records()).toEqual({
      ...AS_THEY_WERE,
      'a.txt': 'other/b.txt: a.txt v1',
      'b.txt': 'spec-sheet/b.txt: b.txt v1',
    });
  });

  it('nothing is forgotten while not all of the folder can be looked at', async () => {
    isUnseen = true;
    await sync('Other');
    expect(laptop.mirror.agreement(world.site, world.idOf('a.txt'))).not.toBe(null);
    isUnseen = false;
    expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject({
      'a.txt': 'other/b.txt: a.txt v1',
      'b.txt': 'spec-sheet/b.txt: b.txt v1',
    });
  });
});

it('two files that traded places keep their records, also where the disk could not say whether one left', async () => {
  let failures = 0;
  laptop = await world.laptop({
    disk: (real) => ({
      stat: async (folder, path) => {
        if (path !== 'Other/a.txt' || failures === 0) return real.stat(folder, path);
        failures -= 1;
        return fail({ code: 'unreadable', message: 'Not now.', hint: '', retry: 'later' });
      },
    }),
  });
  await laptop.sync();
  await tradePlaces();
  failures = 1;
  expect(await sync('Block A')).toMatchObject(NO_NEW_RECORD);
  expect(failures).toBe(0);
  expect(records()).toMatchObject(TRADED);
});

it('a file that looks at everything missed, since things were moved meanwhile, is looked for once more', async () => {
  let misses = 0;
  laptop = await world.laptop({
    disk: (real) => ({
      scan: async (folder, { known: _known, ...options }, onBatch) => {
        const isMissed = misses > 0 && options.scope === null;
        if (isMissed) misses -= 1;
        const looked = await real.scan(folder, options, (files) => {
          onBatch(files.filter(({ path }) => !isMissed || path !== 'Other/a.txt'));
        });
        return looked.ok && isMissed ? { ...looked, value: { ...looked.value, shifted: true } } : looked;
      },
    }),
  });
  await laptop.sync();
  for (const looks of [2, 4]) {
    misses = looks;
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(misses).toBe(0);
  }
  expect(records()).toEqual(AS_THEY_WERE);
});

it('only where an inode is known of another place is one looked at', async () => {
  const looked: string[] = [];
  laptop = await world.laptop({
    disk: (real) => ({
      stat: (folder, path) => {
        looked.push(path);
        return real.stat(folder, path);
      },
    }),
  });
  await laptop.sync();
  looked.length = 0;
  for (let n = 0; n < 20; n++) laptop.put(`Spec Sheet/${n}.txt`, `new ${n}`);
  expect(await sync('Spec Sheet')).toMatchObject({ created: 20 });
  expect(looked).toEqual([]);
  move('Other/a.txt', 'Spec Sheet/a.txt');
  expect(await sync('Spec Sheet')).toMatchObject({ created: 0, moved: 1 });
  expect(looked).toContain('Other/a.txt');
});

it('two files that traded places keep their records also where the place that one left cannot be read then', async () => {
  let isUnreadable = false;
  laptop = await world.laptop({
    disk: (real) => ({
      scan: async (folder, options, onBatch) => {
        const { scope } = options;
        if (!isUnreadable || scope?.directly.includes('Other') !== true)
          return real.scan(folder, options, onBatch);
        const others = { ...scope, directly: scope.directly.filter((each) => each !== 'Other') };
        const looked = await real.scan(folder, { ...options, scope: others }, onBatch);
        const unreadable = [{ folder: 'Other', code: 'EIO' }];
        return looked.ok ? { ...looked, value: { ...looked.value, unreadable } } : looked;
      },
    }),
  });
  await laptop.sync();
  await tradePlaces();
  isUnreadable = true;
  expect(await sync('Block A')).toMatchObject({ created: 0, updated: 0, deletedRemote: 0 });
  isUnreadable = false;
  expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
  expect(records()).toMatchObject(TRADED);
});

it('a file that is moved on just before its move is sent is told of where it lies', async () => {
  move('Other/a.txt', 'Block A/a.txt');
  const updates: string[] = [];
  world.atCall('read', () => {
    move('Block A/a.txt', 'Spec Sheet/a.txt');
    world.service.faults.onCall = (call) => (call === 'update' ? updates.push(call) : 0);
  });
  expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
  expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': 'spec-sheet/a.txt: a.txt v1' });
  expect(updates).toHaveLength(1);
});
