import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt');
  laptop.put('Other/a.txt', 'edited here');
});

afterEach(() => world.close());

describe('a file that is edited here while others change its record', () => {
  it('but for its bytes is a new version of it, and what they changed stays', async () => {
    world.service.editFile(world.idOf('a.txt'), { metadata: { note: 'theirs' } });
    expect(await laptop.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [], files: 1 });
    const [record, ...others] = world.service.files(world.site);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ name: 'a.txt', metadata: { note: 'theirs' } });
    expect(world.contents()).toEqual(['edited here']);
    expect(await laptop.sync()).toMatchObject({ updated: 0, downloaded: 0, problems: [] });
  });

  it('and its name is a new version under that name', async () => {
    world.service.editFile(world.idOf('a.txt'), { name: 'theirs.txt' });
    expect(await laptop.sync()).toMatchObject({ updated: 1, moved: 1, conflicts: [], problems: [] });
    expect(world.service.files(world.site).map(({ name }) => name)).toEqual(['theirs.txt']);
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/theirs.txt': 'edited here' });
    expect(world.contents()).toEqual(['edited here']);
  });

  it('and its bytes stays beside theirs', async () => {
    world.service.editFile(world.idOf('a.txt'), { content: 'edited there' });
    expect(await laptop.sync()).toMatchObject({ updated: 0, conflicts: [{ path: 'Other/a.txt' }] });
    expect(world.contents()).toEqual(['edited here', 'edited there']);
  });

  it('and its bytes in the moment before ours are sent stays beside theirs', async () => {
    const id = world.idOf('a.txt');
    world.service.editFile(id, { metadata: { note: 'theirs' } });
    world.atCall('read', () => world.service.editFile(id, { content: 'edited there' }));
    expect(await laptop.sync()).toMatchObject({ updated: 0, conflicts: [{ path: 'Other/a.txt' }] });
    expect(world.contents()).toEqual(['edited here', 'edited there']);
  });
});
