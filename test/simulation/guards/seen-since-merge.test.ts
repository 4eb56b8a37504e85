import { cpSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import { lookAtFolder } from '../../../main/sync/observe/look.ts';
import type { Disk, ScanScope } from '../../../main/sync/ports/disk.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** What a watch asks for after a change in one folder. */
const HINTED: ScanScope = { below: [], directly: ['Other'] };
const BELOW = 'Other/Level 2';
const BROKEN: Failure = { code: 'unreadable', message: 'Not read.', hint: 'Later.', retry: 'later' };

let world: GuardWorld;
let laptop: GuardLaptop;
let trouble: 'none' | 'scan-fails' | 'unreadable';

beforeEach(async () => {
  world = new GuardWorld();
  trouble = 'none';
  laptop = await world.laptop({ disk: troubled });
  laptop.put('Other/a.txt', 'a');
  laptop.put(`${BELOW}/c.txt`, 'c');
  await laptop.sync();
  expect(world.contents()).toEqual(['a', 'c']);
});

afterEach(() => world.close());

/** Its scans fail, or cannot list the folder below. */
function troubled(disk: Disk): Partial<Disk> {
  return {
    scan: async (folder, options, onFiles) => {
      if (trouble === 'scan-fails') return fail(BROKEN);
      if (trouble === 'none') return disk.scan(folder, options, onFiles);
      const report = await disk.scan(folder, options, (files) =>
        onFiles(files.filter(({ path }) => !path.startsWith(BELOW))),
      );
      const unreadable = [{ folder: BELOW, code: 'EIO' }];
      return report.ok ? ok({ ...report.value, unreadable }) : report;
    },
  };
}

/** A copy takes the folder's place that lacks a file in a folder which no hint names. */
function putCopyInPlace(): void {
  const copy = `${laptop.folder} copied`;
  cpSync(laptop.folder, copy, { recursive: true, preserveTimestamps: true });
  unlinkSync(join(copy, BELOW, 'c.txt'));
  rmSync(laptop.folder, { recursive: true });
  renameSync(copy, laptop.folder);
}

/** As a watch does that was told of a change in one folder. */
function syncHinted(): Promise<unknown> {
  return laptop.sync({ scope: HINTED, list: false });
}

async function expectNothingDeleted(): Promise<void> {
  trouble = 'none';
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
  expect(world.contents()).toEqual(['a', 'c']);
  expect(await filesIn(laptop.folder)).toMatchObject({ [`${BELOW}/c.txt`]: 'c' });
}

describe('rule 6: what a copy lacks that took the place of the folder is not deleted on the service', () => {
  it('where a look at another folder merges it', async () => {
    putCopyInPlace();
    await syncHinted();
    await expectNothingDeleted();
  });

  it('where a look while all is paused merges it', async () => {
    putCopyInPlace();
    const [site] = laptop.mirror.followed();
    await lookAtFolder(laptop.context, site!, HINTED, new InFlight());
    await syncHinted();
    await expectNothingDeleted();
  });

  it('where the look that merged it failed', async () => {
    putCopyInPlace();
    trouble = 'scan-fails';
    await syncHinted();
    trouble = 'none';
    await syncHinted();
    await expectNothingDeleted();
  });

  it('where its folder could not be read when it was merged', async () => {
    putCopyInPlace();
    trouble = 'unreadable';
    await laptop.sync();
    await expectNothingDeleted();
  });
});

it('rule 6: after a merge, a look at some folders takes in no more than those once all was seen', async () => {
  putCopyInPlace();
  await laptop.sync();
  laptop.put('Other/b.txt', 'b');
  laptop.put(`${BELOW}/d.txt`, 'd');
  expect(await syncHinted()).toMatchObject({ created: 1 });
  expect(world.contents()).toEqual(['a', 'b', 'c']);
});
