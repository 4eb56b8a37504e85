import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { trashCommands } from '../../../main/app/trash/trash-commands.ts';
import { activityLines } from '../../../main/app/views/words.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn, startWorld, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

describe('the trash', () => {
  let world: World;
  let desk: Desk;
  let trash: ReturnType<typeof trashCommands>;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    trash = trashCommands(desk.app, desk.fresh);
    await desk.write('Other/deep/notes.txt', 'notes');
    await desk.sync();
    const keys = [await desk.keyOf('Other/deep/notes.txt')];
    value(await fileCommands(desk.app, desk.fresh)['files.delete']({ site, files: { keys } }, never));
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  const only = async (): Promise<string> => {
    const [entry] = value(await trash['trash.list']({ site: null }, never));
    return entry!.entry;
  };

  it('lists what was deleted, with its site and time', async () => {
    expect(value(await trash['trash.list']({ site }, never))).toMatchObject([
      {
        site,
        siteName: 'Harbour House',
        path: 'Other/deep/notes.txt',
        size: 5,
        why: 'You deleted it here',
      },
    ]);
  });

  it('lists what was deleted at once as people count', async () => {
    const paths = [10, 1, 2, 11].map((number) => `Other/Photo ${number}.jpg`);
    for (const path of paths) await desk.write(path, path);
    await desk.sync();
    const keys = await Promise.all(paths.map((path) => desk.keyOf(path)));
    value(await fileCommands(desk.app, desk.fresh)['files.delete']({ site, files: { keys } }, never));
    const listed = value(await trash['trash.list']({ site }, never));
    const photos = listed.filter(({ path }) => path.includes('Photo'));
    expect(photos.map(({ path }) => path.replace(/\D/g, ''))).toEqual(['1', '2', '10', '11']);
  });

  it('gives a file back before its delete was sent, and the delete is off', async () => {
    expect(value(await trash['trash.restore']({ site, entry: await only() }, never))).toEqual({
      path: 'Other/deep/notes.txt',
      over: null,
    });
    expect(desk.program.mirror.approvedDeletes(site).size).toBe(0);
    expect(await desk.row('Other/deep/notes.txt')).toMatchObject({ status: 'up-to-date', here: true });
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0, created: 0, downloaded: 0 });
  });

  it('says in the history that a file was put back, newer than that it was deleted', async () => {
    const key = await desk.keyOf('Other/deep/notes.txt');
    const before = desk.program.mirror.activity(site, 100);
    value(await trash['trash.restoreMany']({ site, entries: [await only()] }, never));
    const about = { id: key as FileId, path: 'Other/deep/notes.txt' };
    const [back, gone] = activityLines(desk.program.mirror.activityOfFile(site, about, 100), []);
    expect([back, gone]).toMatchObject([
      { key, path: about.path, done: 'Put back from the trash', why: 'You put it back', bytes: 5 },
      { key, path: about.path, done: 'Moved to the trash of this computer', why: 'You deleted it' },
    ]);
    expect(desk.program.mirror.activity(site, 100)).toHaveLength(before.length + 1);
  });

  it('has a site synced at once when a file of it is given back', async () => {
    desk.syncs.length = 0;
    value(await trash['trash.restore']({ site, entry: await only() }, never));
    expect(desk.syncs).toEqual([site]);
    value(await trash['trash.restoreMany']({ site, entries: [] }, never));
    expect(desk.syncs).toEqual([site, site]);
  });

  it('gives a file back that was to be online only, and so it is again', async () => {
    const { mirror } = desk.program;
    await desk.write('Other/own.txt', 'own');
    await desk.sync();
    const key = (await desk.keyOf('Other/own.txt')) as FileId;
    mirror.setPin(site, key, false);
    const deleting = { site, files: { keys: [key] } };
    value(await fileCommands(desk.app, desk.fresh)['files.delete'](deleting, never));
    expect(mirror.pin(site, key)).toBe(true);
    const entries = value(await trash['trash.list']({ site }, never));
    const { entry } = entries.find(({ path }) => path === 'Other/own.txt')!;
    value(await trash['trash.restore']({ site, entry }, never));
    expect(mirror.pin(site, key)).toBe(false);
    // Of a delete that was carried out nothing is remembered.
    value(await fileCommands(desk.app, desk.fresh)['files.delete'](deleting, never));
    expect(await desk.sync()).toMatchObject({ deletedRemote: 1 });
    await desk.write('Other/last.txt', 'last');
    await desk.sync();
    const keys = [await desk.keyOf('Other/last.txt')];
    value(await fileCommands(desk.app, desk.fresh)['files.delete']({ site, files: { keys } }, never));
    expect(mirror.setting(`pins-before-delete ${site}`)).toBeNull();
  });

  it('gives a file back after its delete was sent, and it is sent again', async () => {
    expect(await desk.sync()).toMatchObject({ deletedRemote: 1 });
    value(await trash['trash.restore']({ site, entry: await only() }, never));
    expect(await desk.sync()).toMatchObject({ created: 1 });
    expect(await filesIn(desk.folder)).toEqual({ 'Other/deep/notes.txt': 'notes' });
  });

  it('tells why each version of one file lies there', async () => {
    const other = await openDesk(world, world.laptop('two'));
    await desk.write('Other/plan.txt', 'first');
    await desk.write('Other/stays.txt', 'stays');
    await desk.sync();
    await other.sync();
    await other.write('Other/plan.txt', 'theirs, longer');
    await other.sync();
    await desk.sync();
    const theirs = { site, files: { keys: [await other.keyOf('Other/plan.txt')] } };
    value(await fileCommands(other.app, other.fresh)['files.delete'](theirs, never));
    await other.sync();
    await desk.sync();
    await other.close();
    const listed = value(await trash['trash.list']({ site }, never));
    const versions = listed.filter(({ path }) => path === 'Other/plan.txt');
    expect(new Map(versions.map(({ size, why }) => [size, why]))).toEqual(
      new Map([
        [14, 'Deleted on the service'],
        [5, 'Replaced by a newer version'],
      ]),
    );
  });

  it('puts a file beside another one that took its place', async () => {
    await desk.write('Other/deep/notes.txt', 'others');
    const { path, over } = value(await trash['trash.restore']({ site, entry: await only() }, never));
    expect(over).toBe('Other/deep/notes.txt');
    expect(await filesIn(desk.folder)).toEqual({ 'Other/deep/notes.txt': 'others', [path]: 'notes' });
  });

  it('gives back a file of a category that is kept as it was: no choice of the person’s alone', async () => {
    await trash['trash.restore']({ site, entry: await only() }, never);
    const kept = value(keptSite(desk.app, site));
    desk.program.mirror.follow({ ...kept, keep: ['other'] });
    const keys = [await desk.keyOf('Other/deep/notes.txt')];
    const deleted = value(
      await fileCommands(desk.app, desk.fresh)['files.delete']({ site, files: { keys } }, never),
    );
    value(await trash['trash.restoreMany']({ site, entries: deleted.trash }, never));
    expect(await desk.row('Other/deep/notes.txt')).toMatchObject({ pinned: null, here: true });
    desk.program.mirror.follow({ ...kept, keep: 'none' });
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0 });
    expect(await filesIn(desk.folder)).toEqual({});
  });

  it('gives back all that one delete took, and only that', async () => {
    await desk.write('Other/a.txt', 'a');
    await desk.write('Other/b.txt', 'b');
    await desk.sync();
    const keys = [await desk.keyOf('Other/a.txt'), await desk.keyOf('Other/b.txt')];
    const deleted = value(
      await fileCommands(desk.app, desk.fresh)['files.delete']({ site, files: { keys } }, never),
    );
    expect(deleted.trash).toHaveLength(2);
    expect(value(await trash['trash.restoreMany']({ site, entries: deleted.trash }, never))).toEqual({
      changed: 2,
      named: expect.arrayContaining(['Other/a.txt', 'Other/b.txt']) as string[],
      problems: [],
      beside: [],
    });
    expect(await filesIn(desk.folder)).toEqual({ 'Other/a.txt': 'a', 'Other/b.txt': 'b' });
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0, created: 0 });
  });

  it('gives back many with one look at the site, also two versions of one file', async () => {
    const names = Array.from({ length: 70 }, (_, n) => `Other/${n}.txt`);
    for (const name of names) await desk.write(name, 'first');
    await desk.sync();
    const commands = fileCommands(desk.app, desk.fresh);
    const filter = { text: '', category: null, status: [], folder: 'Other' };
    const files = { filter, except: [] };
    const first = value(await commands['files.delete']({ site, files }, never));
    await desk.write('Other/0.txt', 'second');
    await desk.sync();
    const second = value(
      await commands['files.delete']({ site, files: { keys: [await desk.keyOf('Other/0.txt')] } }, never),
    );
    const entries = [...first.trash, ...second.trash];
    expect(entries).toHaveLength(names.length + 1);
    let looks = 0;
    const counted = trashCommands(desk.app, () => {
      looks += 1;
      return desk.fresh();
    });
    expect(value(await counted['trash.restoreMany']({ site, entries }, never))).toMatchObject({
      changed: entries.length,
      problems: [],
    });
    expect(looks).toBeLessThan(2);
    expect(desk.program.mirror.approvedDeletes(site).size).toBe(0);
    const there = await filesIn(desk.folder);
    expect(Object.keys(there)).toHaveLength(entries.length);
    expect(Object.values(there).filter((text) => text === 'second')).toHaveLength(1);
  });

  it('names each entry that is not there, and gives back the rest', async () => {
    const entries = ['nothing/there.txt', await only()];
    const { changed, problems } = value(await trash['trash.restoreMany']({ site, entries }, never));
    expect(changed).toBe(1);
    expect(problems).toHaveLength(1);
  });

  it.each(['../../x', 'nothing/there.txt', ''])('has no entry %o', async (entry) => {
    expect(await trash['trash.restore']({ site, entry }, never)).toMatchObject({ ok: false });
  });
});
