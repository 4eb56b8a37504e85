import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Category } from '../../../shared/model/category.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Rule 17: what the service refuses for good waits for a change of what it objects to. */

let world: GuardWorld;
let laptop: GuardLaptop;

const PATH = 'Photos/points.csv' as RelPath;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
});

afterEach(() => world.close());

const choose = (category: Category): void => laptop.mirror.setChosenCategory(world.site, PATH, category);

describe('a category that the service refused', () => {
  beforeEach(() => laptop.put(PATH, 'some bytes'));

  const refuse = (call: 'create' | 'update'): void =>
    world.service.faults.fail({ call, times: 99, failure: { status: 422, words: 'Not of this category.' } });

  it('keeps a new file here until another one is chosen', async () => {
    refuse('create');
    expect(await laptop.sync()).toMatchObject({ created: 0, problems: [{ path: PATH, code: 'refused' }] });
    world.service.faults.forget();
    expect(await laptop.sync()).toMatchObject({ created: 0, problems: [{ path: PATH, code: 'refused' }] });
    choose('maintenance');
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
    expect(world.service.file(world.idOf('points.csv'))).toMatchObject({ category: 'maintenance' });
  });

  it('stays on the service as it was until another one is chosen', async () => {
    await laptop.sync();
    choose('kg-csv');
    refuse('update');
    expect(await laptop.sync()).toMatchObject({ updated: 0, problems: [{ path: PATH, code: 'refused' }] });
    world.service.faults.forget();
    expect(await laptop.sync()).toMatchObject({ updated: 0, problems: [{ path: PATH, code: 'refused' }] });
    choose('maintenance');
    expect(await laptop.sync()).toMatchObject({ updated: 1, problems: [] });
    expect(world.service.file(world.idOf('points.csv'))).toMatchObject({ category: 'maintenance' });
  });
});

it('a name that the service refused in words about files lets no later rename carry its bytes', async () => {
  laptop.put('Other/a.txt', 'a');
  laptop.put('Other/b.txt', 'b');
  await laptop.sync();
  const before = world.service.file(world.idOf('b.txt'));
  const rename = (from: string, to: string): void =>
    renameSync(join(laptop.folder, from), join(laptop.folder, to));
  rename('Other/a.txt', 'Other/c.txt');
  const taken = { status: 400, words: 'A file of this name exists already.' };
  world.service.faults.fail({ call: 'update', times: 99, failure: taken });
  expect(await laptop.sync()).toMatchObject({ moved: 0, problems: [{ code: 'refused' }] });
  world.service.faults.forget();
  rename('Other/b.txt', 'Other/d.txt');
  expect(await laptop.sync()).toMatchObject({ moved: 1 });
  expect(world.service.file(world.idOf('d.txt'))).toMatchObject({ version: before?.version });
});
