import { appendFileSync, rmdirSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canMount, newStick, type Stick } from '../../support/faults/drives.ts';
import { filesIn, put, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;
let stick: Stick;
let other: Stick;
/** Of the folder in Anna's site that her stick is plugged in at. */
let photos: string;

const ON_STICK = { 'Photos/a.jpg': 'a', 'Photos/2026/b.jpg': 'b', 'Photos/2026/c.jpg': 'c' };
const ALL = { ...ON_STICK, 'Other/note.txt': 'note', 'Other/plan.txt': 'plan', 'Other/list.txt': 'list' };

/** Anna's site with a stick in it, in step with Ben's. Of the few files on it none is one too many for the guard. */
async function start(): Promise<void> {
  world = await startWorld();
  [anna, ben] = [world.laptop('anna'), world.laptop('ben')];
  [stick, other] = [newStick(), newStick()];
  await anna.sync();
  photos = join(anna.folder, 'Photos');
  stick.plugIn(photos);
  for (const [path, text] of Object.entries(ALL)) await put(anna, path, text);
  await anna.sync();
  await ben.sync();
}

describe.skipIf(!canMount)('a drive in a site’s folder', () => {
  beforeEach(start);

  afterEach(async () => {
    other.close();
    stick.close();
    await world.close();
  });

  it('that is taken out deletes nothing, says so, and goes on when it is back', async () => {
    stick.takeOut(photos);
    for (let sync = 0; sync < 3; sync++)
      expect(siteOf(await anna.sync())).toMatchObject({
        deletedRemote: 0,
        held: null,
        problems: [{ path: 'Photos', code: 'unreadable' }],
      });
    await ben.sync();
    expect(await filesIn(ben.folder)).toEqual(ALL);
    stick.plugIn(photos);
    await rm(join(photos, 'a.jpg'));
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 1, updated: 0, problems: [] });
  });

  it('keeps nothing else of the site waiting while it is out', async () => {
    stick.takeOut(photos);
    await put(anna, 'Other/new.txt', 'new');
    await rm(join(anna.folder, 'Other/note.txt'));
    expect(siteOf(await anna.sync())).toMatchObject({ created: 1, deletedRemote: 1 });
  });

  it('gets what others sent meanwhile when it is back, and nothing is put where it was plugged in', async () => {
    stick.takeOut(photos);
    await put(ben, 'Photos/2026/b.jpg', 'b of ben');
    await put(ben, 'Photos/2026/d.jpg', 'd of ben');
    await rm(join(ben.folder, 'Photos/a.jpg'));
    await ben.sync();
    expect(siteOf(await anna.sync())).toMatchObject({ downloaded: 0, trashed: 0, conflicts: [] });
    expect(await readdir(photos)).toEqual([]);
    stick.plugIn(photos);
    expect(siteOf(await anna.sync())).toMatchObject({ downloaded: 2, trashed: 1, problems: [] });
    expect(await filesIn(anna.folder)).toEqual(await filesIn(ben.folder));
    expect(siteOf(await anna.sync())).toMatchObject({ downloaded: 0, updated: 0, created: 0 });
  });

  it('takes and gives files as they are moved, by whomever', async () => {
    await rename(join(ben.folder, 'Photos/a.jpg'), join(ben.folder, 'Other/a.jpg'));
    await rename(join(ben.folder, 'Other/plan.txt'), join(ben.folder, 'Photos/plan.txt'));
    await ben.sync();
    expect(siteOf(await anna.sync())).toMatchObject({ moved: 2, downloaded: 0, problems: [] });
    expect(await filesIn(anna.folder)).toEqual(await filesIn(ben.folder));
    expect(siteOf(await anna.sync())).toMatchObject({ moved: 0, updated: 0, created: 0, deletedRemote: 0 });
  });

  it('that is full keeps nothing else of the site waiting, and is the one that is named', async () => {
    // Of what fills the stick nothing is sent.
    const block = Buffer.alloc(4096);
    expect(() => {
      for (;;) appendFileSync(join(photos, 'Thumbs.db'), block);
    }).toThrow('ENOSPC');
    for (let number = 0; number < 20; number++) await put(ben, `Photos/${number}.jpg`, 'x'.repeat(10_000));
    await ben.sync();
    expect(siteOf(await anna.sync())).toMatchObject({ downloaded: 0 });
    for (let number = 0; number < 40; number++) await put(ben, `Other/${number}.bin`, 'x'.repeat(20_000));
    await ben.sync();
    const { downloaded, problems } = siteOf(await anna.sync());
    expect(downloaded).toBe(40);
    expect(problems.length).toBeGreaterThan(0);
    for (const { path, code, message } of problems) {
      expect([path.startsWith('Photos/'), code]).toEqual([true, 'disk-full']);
      expect(message).toContain(`free on the disk of ${photos}`);
    }
  });

  it('is deleted on the service where its empty folder is deleted', async () => {
    stick.takeOut(photos);
    await anna.sync();
    rmdirSync(photos);
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 3, problems: [] });
  });

  it('is no trouble where its files lie in the folder itself by now', async () => {
    stick.takeOut(photos);
    for (const [path, text] of Object.entries(ON_STICK)) await put(anna, path, text);
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 0, created: 0, problems: [] });
    await rm(join(photos, 'a.jpg'));
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it('that is plugged in over files hides them, and deletes none', async () => {
    const folder = join(anna.folder, 'Other');
    other.plugIn(folder);
    for (let sync = 0; sync < 2; sync++)
      expect(siteOf(await anna.sync())).toMatchObject({
        deletedRemote: 0,
        problems: [{ path: 'Other', code: 'unreadable' }],
      });
    other.takeOut(folder);
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 0, problems: [] });
  });

  it('whose place another one has deletes nothing', async () => {
    stick.takeOut(photos);
    other.plugIn(photos);
    for (let sync = 0; sync < 2; sync++)
      expect(siteOf(await anna.sync())).toMatchObject({
        deletedRemote: 0,
        problems: [{ path: 'Photos', code: 'unreadable' }],
      });
    other.takeOut(photos);
    stick.plugIn(photos);
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 0, problems: [] });
  });

  it('with another number, as after a start of the computer, is no trouble', async () => {
    stick.takeOut(photos);
    for (const [path, text] of Object.entries(ON_STICK))
      await put({ folder: other.home }, path.slice('Photos/'.length), text);
    await rm(join(other.home, 'a.jpg'));
    other.plugIn(photos);
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 1, problems: [] });
  });

  it('is deleted as any folder where it is emptied', async () => {
    for (const name of await readdir(photos)) await rm(join(photos, name), { recursive: true });
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 3, problems: [] });
  });
});
