import { cpSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** A person puts a fresh copy in the place of the site's folder. */
function putCopyInPlace({ folder }: Pick<GuardLaptop, 'folder'>): void {
  cpSync(folder, `${folder} copied`, { recursive: true, preserveTimestamps: true });
  renameSync(folder, `${folder} itself`);
  renameSync(`${folder} copied`, folder);
}

/** The copy is taken out again. */
function putBack({ folder }: Pick<GuardLaptop, 'folder'>): void {
  renameSync(folder, `${folder} copied`);
  renameSync(`${folder} itself`, folder);
}

/** Two files in step; what is given happens once, when a scan of the folder has ended. */
async function afterNextScan(act: (laptop: GuardLaptop) => void): Promise<GuardLaptop> {
  world.addFile('a.txt', 'a');
  world.addFile('b.txt', 'b');
  let isArmed = false;
  const laptop = await world.laptop({
    disk: (disk) => ({
      scan: async (...args) => {
        const report = await disk.scan(...args);
        if (isArmed) act(laptop);
        isArmed = false;
        return report;
      },
    }),
  });
  await laptop.sync();
  isArmed = true;
  return laptop;
}

describe('rule 6: a copy that takes the place of the folder in mid-cycle', () => {
  it('gets no file: it would look deleted once the folder is back', async () => {
    const laptop = await world.inStep('a.txt');
    world.addFile('new.txt', 'new');
    world.atCall('download', () => putCopyInPlace(laptop));
    const report = await laptop.sync();
    expect(report).toMatchObject({ downloaded: 0, problems: [{ code: 'folder-missing' }] });
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Other/a.txt']);
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a.txt v1', 'new']);
  });

  it('is merged and gets the file by the next cycle, if it stays', async () => {
    const laptop = await world.inStep('a.txt');
    world.addFile('new.txt', 'new');
    world.atCall('download', () => putCopyInPlace(laptop));
    await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, adopted: 1, problems: [], conflicts: [] });
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'a.txt v1', 'Other/new.txt': 'new' });
  });

  it('is no reason to delete what it lacks', async () => {
    const laptop = await afterNextScan(putCopyInPlace);
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [{ code: 'folder-missing' }] });
    expect(world.contents()).toEqual(['a', 'b']);
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it('has nothing that is sent: it would look deleted once the folder is back', async () => {
    const laptop = await afterNextScan((each) => {
      putCopyInPlace(each);
      each.put('Other/in the copy.txt', 'in the copy');
    });
    // In the copy it has another number, which no step expects: so the cycle looks again.
    laptop.put('Other/mine.txt', 'mine');
    expect(await laptop.sync()).toMatchObject({ created: 0, problems: [{ code: 'folder-missing' }] });
    putBack(laptop);
    expect(await laptop.sync()).toMatchObject({ created: 1, deletedRemote: 0, problems: [] });
    expect(world.contents()).toEqual(['a', 'b', 'mine']);
  });
});
