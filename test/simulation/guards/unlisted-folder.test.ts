import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScanOptions } from '../../../main/sync/ports/disk.ts';
import { filesIn } from '../../support/laptop.ts';
import type { GuardLaptop, GuardWorld } from './guard-world.ts';
import { AS_THEY_WERE, moveIn, NO_NEW_RECORD, threeInStep, type recordsOf } from './three-files.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
let records: ReturnType<typeof recordsOf>;

beforeEach(async () => {
  ({ world, laptop, records } = await threeInStep());
});

afterEach(() => world.close());

const move = (from: string, to: string): void => moveIn(laptop, from, to);

describe('a file that was moved into a folder which the disk does not list then', () => {
  let fault: string | null = null;
  /** How many looks at it fail by that. */
  let looks: number;
  beforeEach(async () => {
    fault = null;
    looks = Infinity;
    laptop = await world.laptop({
      disk: (real) => ({
        scan: async (folder, options, onBatch) => {
          const { scope } = options;
          const isLookedAt = scope === null || scope.directly.includes('Spec Sheet');
          const code = isLookedAt && looks > 0 ? fault : null;
          if (code !== null) looks -= 1;
          const isSeen = (path: string): boolean => code === null || !path.startsWith('Spec Sheet/');
          const looked = await real.scan(folder, code === null ? options : withoutKnown(options), (files) =>
            onBatch(files.filter(({ path }) => isSeen(path))),
          );
          const unreadable = code === null ? [] : [{ folder: 'Spec Sheet', code }];
          return looked.ok ? { ...looked, value: { ...looked.value, unreadable } } : looked;
        },
      }),
    });
    await laptop.sync();
  });

  it.each([
    ['as it was', 'a.txt v1'],
    ['and edited there', 'a.txt v2, longer'],
  ])('%s is not deleted: it may lie there', async (_how, text) => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    if (text !== 'a.txt v1') writeFileSync(join(laptop.folder, 'Spec Sheet/a.txt'), text);
    fault = 'EIO';
    const report = await laptop.sync();
    expect(report).toMatchObject({ created: 0, deletedRemote: 0, problems: [{ path: 'Spec Sheet' }] });
    expect(report.problems[0]?.hint).toContain('what is missing elsewhere');
    fault = null;
    expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
    expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': `spec-sheet/a.txt: ${text}` });
  });

  it('waits too where its place was taken by another one, which came out of that folder', async () => {
    laptop.put('Spec Sheet/s.txt', 's.txt v1');
    await laptop.sync();
    const other = world.idOf('s.txt');
    move('Other/a.txt', 'Other/d.txt');
    move('Spec Sheet/s.txt', 'Other/a.txt');
    fault = 'EIO';
    expect(await laptop.sync()).toMatchObject({ created: 0, updated: 0, deletedRemote: 0 });
    fault = null;
    expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
    expect(records()).toEqual({
      ...AS_THEY_WERE,
      'a.txt': 'other/d.txt: a.txt v1',
      [other]: 'other/a.txt: s.txt v1',
    });
  });

  it('waits too where another one of its folder took its place', async () => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    move('Other/b.txt', 'Other/a.txt');
    fault = 'EIO';
    expect(await laptop.sync()).toMatchObject({ created: 0, updated: 0, deletedRemote: 0 });
    fault = null;
    expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
    expect(records()).toMatchObject({
      'a.txt': 'spec-sheet/a.txt: a.txt v1',
      'b.txt': 'other/a.txt: b.txt v1',
    });
  });

  it('keeps its record though others gave its name to another one', async () => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    world.service.editFile(world.idOf('a.txt'), { name: 'x.txt' });
    world.service.editFile(world.idOf('b.txt'), { name: 'a.txt' });
    fault = 'EIO';
    expect(await laptop.sync()).toMatchObject({ created: 0, downloaded: 0, moved: 1, deletedRemote: 0 });
    fault = null;
    expect(await laptop.sync()).toMatchObject({ created: 0, downloaded: 0, deletedRemote: 0, problems: [] });
    expect(await filesIn(laptop.folder)).toEqual({
      'Other/a.txt': 'b.txt v1',
      'Other/c.txt': 'c.txt v1',
      'Other/x.txt': 'a.txt v1',
    });
  });

  it('is no reason to take what came to its place for an edit, where it lies elsewhere', async () => {
    move('Other/a.txt', 'Block A/d.txt');
    move('Other/b.txt', 'Other/a.txt');
    fault = 'EIO';
    expect(await laptop.sync({ scope: { below: [], directly: ['Other'] } })).toMatchObject({
      moved: 2,
      created: 0,
      updated: 0,
      deletedRemote: 0,
    });
    expect(records()).toEqual({
      ...AS_THEY_WERE,
      'a.txt': 'other/d.txt: a.txt v1',
      'b.txt': 'other/a.txt: b.txt v1',
    });
  });

  it('and one that was deleted is, once it can be listed', async () => {
    rmSync(join(laptop.folder, 'Other/a.txt'));
    fault = 'EBUSY';
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
    fault = null;
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it.each([
    ['all of it', null],
    ['the folder that it left', { below: [], directly: ['Other'] }],
  ])('nor where one look alone is not let into it, which began with %s', async (_where, scope) => {
    move('Other/a.txt', 'Spec Sheet/a.txt');
    writeFileSync(join(laptop.folder, 'Spec Sheet/a.txt'), 'a.txt v2, longer');
    [fault, looks] = ['EACCES', 1];
    expect(await laptop.sync({ scope })).toMatchObject({ created: 0, updated: 1, deletedRemote: 0 });
    expect(looks).toBe(0);
    expect(await laptop.sync()).toMatchObject(NO_NEW_RECORD);
    expect(records()).toEqual({ ...AS_THEY_WERE, 'a.txt': 'spec-sheet/a.txt: a.txt v2, longer' });
  });

  it('holds up no delete where the person may not read it, and so put nothing there', async () => {
    fault = 'EACCES';
    await laptop.sync();
    rmSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({
      deletedRemote: 1,
      problems: [{ path: 'Spec Sheet', message: 'You have no permission to read the folder Spec Sheet.' }],
    });
  });
});

const withoutKnown = ({ known: _known, ...options }: ScanOptions): ScanOptions => options;
