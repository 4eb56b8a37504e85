import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;
let larger: string;

beforeEach(async () => {
  world = await startWorld();
  [anna, ben] = [world.laptop('anna'), world.laptop('ben')];
  await anna.sync();
  await mkdir(join(anna.folder, 'Drawings'));
  await writeFile(join(anna.folder, 'Drawings', 'level 1.dwg'), 'level 1');
  await writeFile(join(anna.folder, 'Other', 'scan.bin'), 'scan');
  await writeFile(join(anna.folder, 'Other', 'note.txt'), 'note');
  await anna.sync();
  await ben.sync();
  larger = join(dirname(dirname(anna.folder)), 'larger disk');
  await mkdir(larger);
});

afterEach(() => world.close());

/** Moved to a larger disk, with a link in its place. */
async function moveAway(path: string): Promise<void> {
  const name = path.replaceAll('/', ' ');
  await rename(join(anna.folder, path), join(larger, name));
  await symlink(join(larger, name), join(anna.folder, path));
}

describe('a link that lies where files were', () => {
  it('deletes none of them, and says that they are no longer kept in step', async () => {
    await moveAway('Other/scan.bin');
    await moveAway('Drawings');
    for (let sync = 0; sync < 2; sync++) {
      const report = siteOf(await anna.sync());
      expect(report.deletedRemote).toBe(0);
      expect(report.problems).toMatchObject([
        { path: 'Drawings', code: 'unsafe-path' },
        { path: 'Other/scan.bin', code: 'unsafe-path' },
      ]);
    }
    await ben.sync();
    expect(Object.keys(await filesIn(ben.folder)).toSorted()).toEqual([
      'Drawings/level 1.dwg',
      'Other/note.txt',
      'Other/scan.bin',
    ]);
  });

  it('takes nothing from what others send meanwhile, and is gone as any file when it is deleted', async () => {
    await moveAway('Other/scan.bin');
    await anna.sync();
    await writeFile(join(ben.folder, 'Other', 'scan.bin'), 'scan of ben');
    await ben.sync();
    const report = siteOf(await anna.sync());
    expect(report).toMatchObject({ deletedRemote: 0, created: 0, conflicts: [] });
    expect(await filesIn(larger)).toEqual({ 'Other scan.bin': 'scan' });
    expect(await filesIn(ben.folder)).toMatchObject({ 'Other/scan.bin': 'scan of ben' });
    await rm(join(anna.folder, 'Other', 'scan.bin'));
    expect(siteOf(await anna.sync())).toMatchObject({ downloaded: 1, problems: [] });
  });

  it('is followed by a delete there where it is deleted', async () => {
    await moveAway('Other/scan.bin');
    await anna.sync();
    await rm(join(anna.folder, 'Other', 'scan.bin'));
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it('is no trouble where nothing was known', async () => {
    await symlink(larger, join(anna.folder, 'Linked'));
    expect(siteOf(await anna.sync())).toMatchObject({ created: 0, problems: [] });
  });
});
