import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
let id: FileId;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop({ settings: { ignore: ['*.bak'] } });
  laptop.put('Other/plan.txt', 'plan');
  laptop.put('Other/plan.bak', 'mine');
  await laptop.sync();
  id = world.idOf('plan.txt');
});

afterEach(() => world.close());

it('a file whose record gets the name of one that is left out here waits for that one, and says so', async () => {
  world.service.editFile(id, { name: 'plan.bak', metadata: {} });
  for (let sync = 0; sync < 2; sync++) {
    const { problems } = await laptop.sync();
    expect(problems).toEqual([expect.objectContaining({ path: 'Other/plan.txt', code: 'in-use' })]);
    expect(problems[0]?.message).toContain('Other/plan.bak, and a file that is left out of sync lies there');
  }
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/plan.txt': 'plan', 'Other/plan.bak': 'mine' });
  renameSync(join(laptop.folder, 'Other/plan.bak'), join(laptop.folder, 'Other/mine.bak'));
  expect(await laptop.sync()).toMatchObject({ moved: 1, deletedRemote: 0, problems: [] });
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/plan.bak': 'plan', 'Other/mine.bak': 'mine' });
});
