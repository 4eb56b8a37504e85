import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;

beforeEach(async () => {
  world = await startWorld();
  [anna, ben] = [world.laptop('anna'), world.laptop('ben')];
  await anna.sync();
  await writeFile(join(anna.folder, 'Other', 'scan.bin'), 'scan');
  await anna.sync();
  await ben.sync();
});

afterEach(() => world.close());

const at = (name: string): string => join(anna.folder, 'Other', name);

/** As a Mac makes room, up to macOS 13: a hidden file with another name stands for the one that is in iCloud. */
async function takeAway(): Promise<void> {
  await rename(at('scan.bin'), at('.scan.bin.icloud'));
  await writeFile(at('.scan.bin.icloud'), 'bplist00');
}

describe('a file whose bytes iCloud took away', () => {
  it('is not deleted on the service, nor is what stands for it sent', async () => {
    await takeAway();
    for (let sync = 0; sync < 2; sync++) {
      const report = siteOf(await anna.sync());
      expect(report).toMatchObject({ deletedRemote: 0, created: 0, downloaded: 0 });
      expect(report.problems).toMatchObject([{ path: 'Other/scan.bin', code: 'unreadable' }]);
    }
    await ben.sync();
    expect(await filesIn(ben.folder)).toEqual({ 'Other/scan.bin': 'scan' });
  });

  it('is in step again when it is back, and deleted there where it is deleted', async () => {
    await takeAway();
    await anna.sync();
    await rm(at('.scan.bin.icloud'));
    await writeFile(at('scan.bin'), 'scan');
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 0, created: 0, problems: [] });
    await takeAway();
    await anna.sync();
    await rm(at('.scan.bin.icloud'));
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 1, problems: [] });
  });
});
