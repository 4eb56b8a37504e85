import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
let id: FileId;

const BEFORE = 'Photos/report.pdf' as RelPath;
const AFTER = 'Photos/renamed.pdf';

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
  laptop.put(BEFORE, 'some bytes');
  await laptop.sync();
  id = world.idOf('report.pdf');
  laptop.mirror.setChosenCategory(world.site, BEFORE, 'maintenance');
});

afterEach(() => world.close());

describe('a category that was chosen and not sent yet', () => {
  const expectSent = async (): Promise<void> => {
    expect((await laptop.sync()).problems).toEqual([]);
    expect(world.service.file(id)).toMatchObject({ name: 'renamed.pdf', category: 'maintenance' });
    expect(laptop.mirror.chosenCategories(world.site).size).toBe(0);
    laptop.put(BEFORE, 'another');
    await laptop.sync();
    expect(world.service.file(world.idOf('report.pdf'))).toMatchObject({ category: 'spec-sheet' });
  };

  it('goes along with a file that is renamed here, and not to the next one in its place', async () => {
    renameSync(join(laptop.folder, BEFORE), join(laptop.folder, AFTER));
    await expectSent();
  });

  it('goes along with a file that others rename', async () => {
    world.service.editFile(id, { name: 'renamed.pdf', metadata: { sitesync: { path: AFTER } } });
    await expectSent();
  });
});
