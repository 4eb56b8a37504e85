import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
let mill: string;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt');
  mill = `${laptop.folder} of the mill`;
  mkdirSync(join(mill, '.sitesync'), { recursive: true });
  mkdirSync(join(mill, 'Other'));
  const marker = { site: 'the-mill', baseUrl: 'http://127.0.0.1', folderId: 'f' };
  writeFileSync(join(mill, '.sitesync', 'site.json'), JSON.stringify(marker));
  writeFileSync(join(mill, 'Other', 'secret.txt'), 'of the mill');
});

afterEach(() => world.close());

const dragged = (): string => join(laptop.folder, 'Other', 'Mill');

describe('the folder of another site that was dragged into this one', () => {
  it('is not sent to the people of this site, and is named until it is moved back', async () => {
    renameSync(mill, dragged());
    const problems = [{ path: 'Other/Mill', code: 'unsafe-path' }];
    expect(await laptop.sync()).toMatchObject({ created: 0, problems });
    const hinted = { below: ['Other/Mill/Other'], directly: ['Other', 'Other/Mill'] };
    expect(await laptop.sync({ scope: hinted })).toMatchObject({ created: 0, problems });
    expect(world.contents()).toEqual(['a.txt v1']);
    renameSync(dragged(), mill);
    expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
  });

  it('deletes nothing that lay in its place', async () => {
    laptop.put('Other/Mill/Other/secret.txt', 'ours');
    laptop.put('Other/Mill/Other/list.txt', 'ours as well');
    await laptop.sync();
    renameSync(dragged(), join(laptop.folder, '..', 'away'));
    renameSync(mill, dragged());
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, updated: 0 });
    expect(world.contents()).toEqual(['a.txt v1', 'ours', 'ours as well']);
  });

  it('is sent once it is said to belong here', async () => {
    renameSync(mill, dragged());
    await laptop.sync();
    rmSync(join(dragged(), '.sitesync'), { recursive: true });
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
    expect(world.contents()).toEqual(['a.txt v1', 'of the mill']);
  });
});
