import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CASELESS, mountCaseless, whyNoCaseless, type SmallDisk } from '../../support/faults/bad-disk.ts';
import {
  filesIn,
  laptopIn,
  put,
  SITE,
  siteOf,
  startWorld,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

/** Linux laptops that keep the site on a stick or share: there `visit` and `VISIT` are one file, as on Windows. */

const AT_REST = { created: 0, updated: 0, moved: 0, downloaded: 0, deletedRemote: 0, problems: [] };

describe.each(CASELESS)('a site on a disk that ignores case: %s', (kind) => {
  const whyNot = whyNoCaseless(kind);

  let world: World;
  let home: string;
  let disks: SmallDisk[];
  /** Two whose folders lie on such disks, and one who tells case apart. */
  let anna: Laptop;
  let ben: Laptop;
  let lars: Laptop;

  beforeEach(async ({ skip }) => {
    skip(whyNot !== null, whyNot ?? '');
    world = await startWorld();
    home = await mkdtemp(join(tmpdir(), 'sitesync-ignoring-'));
    [anna, ben] = [
      laptopIn(join(home, 'anna'), world.service.url),
      laptopIn(join(home, 'ben'), world.service.url),
    ];
    disks = [anna, ben].map(({ folder }) => mountCaseless(kind, dirname(folder)));
    lars = world.laptop('lars');
  });

  afterEach(async () => {
    if (whyNot !== null) return;
    for (const disk of disks) disk.unmount();
    await world.close();
    await rm(home, { recursive: true, force: true });
  });

  const names = (): readonly string[] =>
    world.service.store
      .files(SITE)
      .map(({ name }) => name)
      .toSorted();

  /** Nobody has anything to do, and a second look finds that too. */
  async function expectAtRest(...all: readonly Laptop[]): Promise<void> {
    for (const each of [...all, ...all]) expect(siteOf(await each.sync())).toMatchObject(AT_REST);
  }

  it('keeps one of two names that differ in case, and the other as a conflict copy', async () => {
    for (const each of [anna, ben]) await each.sync();
    await put(anna, 'Other/visit.txt', 'by Anna');
    await put(ben, 'Other/VISIT.txt', 'by Ben');
    for (const each of [anna, ben, anna, ben]) await each.sync();
    await expectAtRest(anna, ben);
    expect(names()).toEqual([expect.stringContaining('(conflict '), 'visit.txt']);
    for (const { folder } of [anna, ben]) {
      const files = await filesIn(folder);
      expect(files).toMatchObject({ 'Other/visit.txt': 'by Anna' });
      expect(Object.values(files).toSorted()).toEqual(['by Anna', 'by Ben']);
    }
  });

  it('holds both of another computer, and sends neither again', async () => {
    await lars.sync();
    await put(lars, 'Other/visit.txt', 'small');
    await put(lars, 'Other/VISIT.txt', 'LARGE');
    for (const each of [lars, anna, ben, lars]) await each.sync();
    await expectAtRest(lars, anna, ben);
    expect(names()).toEqual(['VISIT.txt', 'visit.txt']);
    for (const { folder } of [anna, ben])
      expect(Object.values(await filesIn(folder)).toSorted()).toEqual(['LARGE', 'small']);
  });

  it('comes to rest where others change the case of a file and of its folder, and tells of edits', async () => {
    await lars.sync();
    for (const name of ['plans/visit.txt', 'plans/other.txt']) await put(lars, name, name);
    for (const each of [lars, anna]) await each.sync();
    await rename(join(lars.folder, 'plans/visit.txt'), join(lars.folder, 'plans/VISIT.txt'));
    await rename(join(lars.folder, 'plans'), join(lars.folder, 'Plans'));
    for (const each of [lars, anna]) expect(siteOf(await each.sync()).problems).toEqual([]);
    await expectAtRest(anna, lars);
    expect(names()).toEqual(['VISIT.txt', 'other.txt']);
    expect(Object.keys(await filesIn(anna.folder)).toSorted()).toEqual([
      'plans/VISIT.txt',
      'plans/other.txt',
    ]);
    await put(anna, 'plans/VISIT.txt', 'edited');
    expect(siteOf(await anna.sync())).toMatchObject({ updated: 1, created: 0 });
    await lars.sync();
    expect(await filesIn(lars.folder)).toMatchObject({ 'Plans/VISIT.txt': 'edited' });
  });

  it('sends a change of case that a person makes, once', async () => {
    await lars.sync();
    await put(lars, 'plans/visit.txt', 'text');
    for (const each of [lars, anna]) await each.sync();
    await rename(join(anna.folder, 'plans'), join(anna.folder, 'aside'));
    await rename(join(anna.folder, 'aside'), join(anna.folder, 'PLANS'));
    expect(siteOf(await anna.sync())).toMatchObject({ moved: 1, created: 0, deletedRemote: 0 });
    await lars.sync();
    expect(await filesIn(lars.folder)).toEqual({ 'PLANS/visit.txt': 'text' });
    await expectAtRest(anna, lars);
  });
});
