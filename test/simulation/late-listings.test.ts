import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn } from '../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

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
