import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSiteLocks } from '../../main/adapters/locks/site-locks.ts';
import { conflictCommands } from '../../main/app/conflicts/conflict-commands.ts';
import { createDrops } from '../../main/app/drop/drop-commands.ts';
import { fileCommands } from '../../main/app/files/file-commands.ts';
import { heldCommands } from '../../main/app/held/held-commands.ts';
import { modelCommands } from '../../main/app/models/model-commands.ts';
import { siteCommands } from '../../main/app/sites/site-commands.ts';
import { trashCommands } from '../../main/app/trash/trash-commands.ts';
import type { FollowedSite } from '../../main/sync/ports/mirror/sites.ts';
import type { SiteLocks } from '../../main/sync/ports/site-locks.ts';
import { filesIn, startWorld, type World } from '../support/laptop.ts';
import { all } from './drop/drop-home.ts';
import { never, openDesk, site, value, type Desk } from './desk.ts';

const TRASHED = '2026-11-21T09-42-10.123Z/Other/old.txt';

describe('while another program keeps the folder of a site', () => {
  let world: World;
  let desk: Desk;
  let other: SiteLocks;
  let kept: FollowedSite;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    await desk.write('Other/notes.txt', 'notes');
    await desk.sync();
    await desk.write(`.sitesync/trash/${TRASHED}`, 'old');
    kept = desk.program.mirror.followed()[0]!;
    other = createSiteLocks({ program: 'the desktop app', log: () => undefined });
    desk.program.locks.free(kept);
    expect(await other.take(kept)).toBeNull();
  });

  afterEach(async () => {
    other.close();
    await desk.close();
    await world.close();
  });

  const inUse = { ok: false, failure: { code: 'folder-in-use' } };
  const unchanged = (): Promise<void> =>
    filesIn(desk.folder).then((files) => expect(files).toEqual({ 'Other/notes.txt': 'notes' }));

  it('nothing in it is renamed, moved, deleted, given back or fetched', async () => {
    const { app, fresh, replacer } = desk;
    const key = await desk.keyOf('Other/notes.txt');
    const files = { keys: [key] };
    const file = fileCommands(app, fresh);
    expect(await file['files.rename']({ site, key, name: 'new.txt' }, never)).toMatchObject(inUse);
    expect(await file['files.setCategory']({ site, files, category: 'maintenance' }, never)).toMatchObject(
      inUse,
    );
    expect(await file['files.delete']({ site, files }, never)).toMatchObject(inUse);
    const trash = trashCommands(app, fresh);
    expect(await trash['trash.restore']({ site, entry: TRASHED }, never)).toMatchObject(inUse);
    expect(await trash['trash.restoreMany']({ site, entries: [TRASHED] }, never)).toMatchObject(inUse);
    const held = heldCommands(app);
    expect(await held['held.reject']({ site, keys: [key] }, never)).toMatchObject(inUse);
    const models = modelCommands(app, { fresh, shown: fresh });
    expect(await models['models.pull']({ site, model: 'tower' }, never)).toMatchObject(inUse);
    const conflicts = conflictCommands(app, fresh, replacer);
    const items = [{ site, copy: 'Other/notes.txt' }];
    expect(value(await conflicts['conflicts.resolve']({ choice: 'mine', items }, never))).toMatchObject({
      resolved: 0,
      problems: [{ message: expect.stringContaining('another SiteSync') }],
    });
    await unchanged();
  });

  it('nothing is dropped into it, and what that one adds just then is left alone', async () => {
    const stage = join(desk.folder, '.sitesync/tmp/drop-theirs');
    await mkdir(stage, { recursive: true });
    await writeFile(join(stage, '0'), 'begun');
    const drops = createDrops(desk.app, desk.fresh, desk.dropDisk);
    const input = { site, category: null, paths: [desk.data], files: null };
    expect(await drops.handlers['drop.review'](input, never)).toMatchObject(inUse);
    // It looks for what a killed one left as soon as it begins.
    await delay(500);
    expect(await readFile(join(stage, '0'), 'utf8')).toBe('begun');
    await unchanged();
    // What is there once that ends was left.
    other.close();
    value(await drops.handlers['drop.review'](input, never));
    expect(await readdir(join(stage, '..'))).toEqual([]);
    await drops.close();
  });

  it('nor is what was dropped just before that one got it', async () => {
    other.close();
    const drops = createDrops(desk.app, desk.fresh, desk.dropDisk);
    const late = join(desk.data, 'late.txt');
    await writeFile(late, 'late');
    const input = { site, category: 'other' as const, paths: [late], files: null };
    const review = value(await drops.handlers['drop.review'](input, never));
    desk.program.locks.free(kept);
    expect(await other.take(kept)).toBeNull();
    expect(await drops.handlers['drop.accept'](all(review), never)).toMatchObject(inUse);
    await unchanged();
    await drops.close();
  });

  it('nor is what came from a page while that one got it', async () => {
    other.close();
    const drops = createDrops(desk.app, desk.fresh, desk.dropDisk);
    const files = [{ path: 'late.txt', size: 4, modifiedAt: null, head: null }];
    const input = { site, category: 'other' as const, paths: null, files };
    const review = value(await drops.handlers['drop.review'](input, never));
    value(await drops.handlers['drop.accept'](all(review), never));
    desk.program.locks.free(kept);
    expect(await other.take(kept)).toBeNull();
    const bytes = Readable.from([Buffer.from('late')]);
    value(await drops.upload(review.drop, 0, bytes));
    const ended = await drops.handlers['drop.finish']({ drop: review.drop }, never);
    expect(ended).toMatchObject({ failure: { message: expect.stringContaining('another SiteSync') } });
    await unchanged();
    await drops.close();
  });

  it('its screens say so', async () => {
    expect(await desk.sync()).toMatchObject({ problems: [{ path: '', code: 'folder-in-use' }] });
    expect(await desk.row('Other/notes.txt')).toMatchObject({ status: 'waiting', reason: 'folder in use' });
    const views = await desk.fresh();
    expect((await views.outbox(null)).issues).toMatchObject([
      { path: '', brief: 'folder in use', message: expect.stringContaining('the desktop app (process ') },
    ]);
  });

  it('it is given up with the site', async () => {
    other.close();
    await desk.sync();
    const forgotten: string[] = [];
    const sites = siteCommands(desk.app, {
      counts: () => new Map(),
      lapsing: async () => [],
      forgetCounts: (each) => void forgotten.push(each),
      listSites: async () => null,
      folderFor: async () => desk.folder,
      refresh: async () => undefined,
      release: (_, change) => change(),
    });
    expect(await other.take(kept)).not.toBeNull();
    value(await sites['sites.unfollow']({ site }, never));
    expect(await other.take(kept)).toBeNull();
    other.close();
    // Followed once more it is taken by the first look.
    value(await sites['sites.follow']({ site, keep: 'all', folder: null }, never));
    expect(await other.take(kept)).toBeNull();
    // What was counted before neither change says nothing of the site after it.
    expect(forgotten).toEqual([site, site]);
  });
});
