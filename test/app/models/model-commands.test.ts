import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentOf } from '../../../main/app/content/content.ts';
import { modelCommands } from '../../../main/app/models/model-commands.ts';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { pullModel } from '../../../main/models/pull-model.ts';
import { pullNoted, recordNaming } from '../../../main/models/pull-noted.ts';
import { followSite, unfollowSite } from '../../../main/sync/following/follow.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import type { ModelId } from '../../../shared/model/ids.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { serviceBut } from '../../support/service-but.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

describe('site models', () => {
  let world: World;
  let desk: Desk;
  let models: ReturnType<typeof modelCommands>;

  beforeEach(async () => {
    world = await startWorld();
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower'));
    desk = await openDesk(world, world.laptop('one'));
    models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  const list = async () => value(await models['models.list']({ site }, never));

  it('are added by hand, pulled once, listed offline and shown', async () => {
    value(await models['models.add']({ site, model: ' tower ' }, never));
    expect(await list()).toMatchObject([{ id: 'tower', from: 'added', state: 'online-only', path: null }]);
    const pulling = models['models.pull']({ site, model: 'tower' }, never);
    expect(await list()).toMatchObject([{ state: 'downloading' }]);
    expect(value(await pulling)).toMatchObject({ state: 'here', path: 'Models/tower.glb', size: 10 });
    desk.signedIn = false;
    expect(await list()).toMatchObject([{ state: 'here', size: 10, problem: null }]);
    expect(await models['models.pull']({ site, model: 'tower' }, never)).toMatchObject({
      failure: { code: 'sign-in' },
    });
    const shown = await contentOf(desk.app, desk.fresh, desk.photos)('model', site, 'tower');
    expect(value(shown)).toEqual({
      path: join(desk.folder, 'Models/tower.glb'),
      size: 10,
      contentType: 'model/gltf-binary',
    });
    value(await models['models.remove']({ site, model: 'tower' }, never));
    expect(await list()).toEqual([]);
  });

  it('are listed as of the last look, which a screen does not wait for; a pull looks anew', async () => {
    const asked: string[] = [];
    const views = (name: string) => () => {
      asked.push(name);
      return desk.fresh();
    };
    const commands = modelCommands(desk.app, { fresh: views('fresh'), shown: views('shown') });
    value(await commands['models.list']({ site }, never));
    expect(asked).toEqual(['shown']);
    await commands['models.pull']({ site, model: 'tower' }, never);
    expect(asked).toEqual(['shown', 'fresh']);
  });

  it('are fetched once, also where others ask while the first is just told what came', async () => {
    const { service } = desk.app.session()!;
    const download = vi.spyOn(service, 'downloadModel');
    const more: unknown[] = [];
    const stat: typeof desk.app.disk.stat = async (...args) => {
      if (download.mock.calls.length > 0 && more.length < 2) more.push(pull());
      return desk.app.disk.stat(...args);
    };
    const app = { ...desk.app, disk: { ...desk.app.disk, stat } };
    const commands = modelCommands(app, { fresh: desk.fresh, shown: desk.fresh });
    const pull = async () => value(await commands['models.pull']({ site, model: 'tower' }, never));
    expect(await pull()).toMatchObject({ state: 'here' });
    expect(await Promise.all(more)).toMatchObject([{ state: 'here' }]);
    expect(download).toHaveBeenCalledTimes(1);
  });

  it('that are gone from the service keep their last copy, and come back with it', async () => {
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    world.service.store.removeModel(site, 'tower');
    const gone = await models['models.pull']({ site, model: 'tower' }, never);
    expect(gone).toMatchObject({ failure: { hint: 'The last copy stays in Models/tower.glb.' } });
    expect(await list()).toMatchObject([{ state: 'gone', path: 'Models/tower.glb', size: 10 }]);
    expect(await readFile(join(desk.folder, 'Models/tower.glb'), 'utf8')).toBe('glTF tower');
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower, two'));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    expect(await list()).toMatchObject([{ state: 'here', size: 15, problem: null }]);
    expect(await readFile(join(desk.folder, 'Models/tower.glb'), 'utf8')).toBe('glTF tower, two');
  });

  it('that are gone stay so while the service cannot be asked', async () => {
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    world.service.store.removeModel(site, 'tower');
    await models['models.pull']({ site, model: 'tower' }, never);
    desk.app.session()!.service.downloadModel = async () => fail(OFFLINE);
    expect(await models['models.pull']({ site, model: 'tower' }, never)).toMatchObject({ failure: OFFLINE });
    // The words for a service that is not reached name nothing to do: for files there is nothing.
    desk.app.session()!.service.downloadModel = async () => fail({ ...OFFLINE, hint: '' });
    expect(await models['models.pull']({ site, model: 'tower' }, never)).toMatchObject({
      failure: { message: OFFLINE.message, hint: expect.stringContaining('Get it again') as string },
    });
    // What is no matter of this model is not in its line.
    expect(await list()).toMatchObject([
      { state: 'gone', problem: 'The service has no model tower for this site.' },
    ]);
  });

  it('are found again in their place where nothing is known of them any more', async () => {
    const pull = async () => value(await models['models.pull']({ site, model: 'tower' }, never));
    await pull();
    const forget = (): void => desk.app.mirror.setSetting(`model ${site} tower`, null);
    forget();
    expect(await pull()).toMatchObject({ state: 'here', path: 'Models/tower.glb', size: 10 });
    expect(await readdir(join(desk.folder, 'Models'))).toEqual(['tower.glb']);
    expect(await readdir(join(desk.folder, '.sitesync/tmp'))).toEqual([]);
    // What is of other bytes may be anybody's.
    forget();
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'of others!');
    expect(await pull()).toMatchObject({ state: 'here', size: 10 });
    const names = await readdir(join(desk.folder, 'Models'));
    expect(names).toHaveLength(2);
    expect(await readFile(join(desk.folder, 'Models/tower.glb'), 'utf8')).toBe('of others!');
  });

  it('that were pulled into one folder say nothing of what a person keeps in another one', async () => {
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    const theirs = join(dirname(desk.folder), 'elsewhere/Models/tower.glb');
    await mkdir(dirname(theirs), { recursive: true });
    await writeFile(theirs, 'my design!');
    const keepIn = (folder: string) =>
      followSite(desk.app.session()!, desk.app.mirror.site(site)!, folder, 'all');
    unfollowSite(desk.app, value(keptSite(desk.app, site)));
    value(await keepIn(dirname(dirname(theirs))));
    expect(await list()).toMatchObject([{ state: 'online-only', changed: false, path: null }]);
    expect((await desk.sync()).problems).toMatchObject([{ code: 'unsafe-path', path: 'Models/tower.glb' }]);
    const pulled = value(await models['models.pull']({ site, model: 'tower' }, never));
    expect(pulled).toMatchObject({ state: 'here', tookChanged: false });
    expect(await readFile(theirs, 'utf8')).toBe('my design!');
  });

  it('are known again where the site is kept again in their folder', async () => {
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    unfollowSite(desk.app, value(keptSite(desk.app, site)));
    value(await followSite(desk.app.session()!, desk.app.mirror.site(site)!, desk.folder, 'all'));
    expect((await desk.sync()).problems).toEqual([]);
    expect(await list()).toMatchObject([{ state: 'here', path: 'Models/tower.glb', changed: false }]);
  });

  it('are no place for files of people: what is put beside them is told of, as long as it is there', async () => {
    value(await models['models.pull']({ site, model: 'tower' }, never));
    const problems = async () => (await desk.sync()).problems.map(({ code, path }) => `${code} ${path}`);
    expect(await problems()).toEqual([]);
    await writeFile(join(desk.folder, 'Models/mine.ifc'), 'ISO-10303-21');
    expect(await problems()).toEqual(['unsafe-path Models/mine.ifc']);
    await rename(join(desk.folder, 'Models/mine.ifc'), join(desk.folder, '3D Model/mine.ifc'));
    expect(await problems()).toEqual([]);
    expect(world.service.store.files().map(({ name }) => name)).toEqual(['mine.ifc']);
  });

  it('that were changed here are there all the same, say so, and go to the trash with the next pull, told', async () => {
    const file = join(desk.folder, 'Models/tower.glb');
    const pull = async () =>
      value(await pullModel(desk.app.session()!, value(keptSite(desk.app, site)), 'tower' as ModelId));
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    expect(await list()).toMatchObject([{ state: 'here', changed: false }]);
    // Also one that is as long as before.
    for (const [text, size] of [
      ['glTF tower, altered', 19],
      ['glTF TOWER', 10],
    ] as const) {
      await writeFile(file, text);
      for (let looks = 0; looks < 2; looks++)
        expect(await list()).toMatchObject([
          { state: 'here', changed: true, size, path: 'Models/tower.glb' },
        ]);
      const shown = await contentOf(desk.app, desk.fresh, desk.photos)('model', site, 'tower');
      expect(value(shown)).toMatchObject({ path: file, size });
      expect(await pull()).toMatchObject({ fetched: true, tookChanged: true });
      expect(await readFile(file, 'utf8')).toBe('glTF tower');
      const [inTrash] = value(await desk.app.disk.listTrash(desk.folder));
      expect(inTrash).toMatchObject({ path: 'Models/tower.glb', size });
      expect(await list()).toMatchObject([{ state: 'here', changed: false, size: 10 }]);
    }
    world.service.store.removeModel(site, 'tower');
    await writeFile(file, 'glTF tower of my own');
    await models['models.pull']({ site, model: 'tower' }, never);
    expect(await list()).toMatchObject([{ state: 'gone', changed: true, path: 'Models/tower.glb' }]);
  });

  it('that only got another time are read once, and not fetched again', async () => {
    value(await models['models.pull']({ site, model: 'tower' }, never));
    value(await models['models.add']({ site, model: 'tower' }, never));
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'glTF tower');
    const { app } = desk;
    const hash = vi.fn<typeof app.disk.hash>(async (...args) => app.disk.hash(...args));
    const commands = modelCommands(
      { ...app, disk: { ...app.disk, hash } },
      { fresh: desk.fresh, shown: desk.fresh },
    );
    for (let looks = 0; looks < 3; looks++)
      expect(value(await commands['models.list']({ site }, never))).toMatchObject([{ changed: false }]);
    expect(hash).toHaveBeenCalledTimes(1);
    const pulled = await pullModel(app.session()!, value(keptSite(app, site)), 'tower' as ModelId);
    expect(pulled).toMatchObject({ value: { fetched: false, tookChanged: false } });
    expect(value(await app.disk.listTrash(desk.folder))).toEqual([]);
  });

  it('are read once for all lists that come meanwhile, and what is pulled in that time is not forgotten', async () => {
    value(await models['models.pull']({ site, model: 'tower' }, never));
    value(await models['models.add']({ site, model: 'tower' }, never));
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'glTF TOWER');
    const { app } = desk;
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const hash = vi.fn<typeof app.disk.hash>(async (...args) => {
      const read = await app.disk.hash(...args);
      begun.resolve();
      await goOn.promise;
      return read;
    });
    const slow = modelCommands(
      { ...app, disk: { ...app.disk, hash } },
      { fresh: desk.fresh, shown: desk.fresh },
    );
    const lists = [1, 2, 3].map(async () => slow['models.list']({ site }, never));
    await begun.promise;
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower, the next'));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    goOn.resolve();
    for (const each of await Promise.all(lists))
      expect(value(each)).toMatchObject([{ changed: false, size: 20 }]);
    expect(hash).toHaveBeenCalledTimes(1);
    expect(await list()).toMatchObject([{ state: 'here', changed: false, size: 20 }]);
    const pulled = await pullModel(app.session()!, value(keptSite(app, site)), 'tower' as ModelId);
    expect(pulled).toMatchObject({ value: { fetched: false } });
  });

  it('leave nothing behind where the database cannot be written', async () => {
    const { mirror } = desk.app;
    const session = desk.app.session()!;
    const broken = Object.assign(Object.create(mirror) as typeof mirror, {
      setSetting: () => {
        throw new Error('The disk is full.');
      },
    });
    const kept = value(keptSite(desk.app, site));
    const context = { ...session, mirror: broken };
    await expect(pullModel(context, kept, 'tower' as ModelId)).rejects.toThrow('The disk is full.');
    expect(await readdir(join(desk.folder, '.sitesync/tmp'))).toEqual([]);
  });

  it('that the service never had are told from those that have gone from it', async () => {
    const pull = (model: string) => models['models.pull']({ site, model }, never);
    for (const model of ['tower', 'towr']) value(await models['models.add']({ site, model }, never));
    value(await pull('tower'));
    await rm(join(desk.folder, 'Models/tower.glb'));
    world.service.store.removeModel(site, 'tower');
    for (const model of ['tower', 'towr'])
      expect(await pull(model)).toMatchObject({ failure: { code: 'not-found' } });
    expect(await list()).toMatchObject([
      { id: 'tower', state: 'gone', path: null },
      { id: 'towr', state: 'unknown', path: null },
    ]);
  });

  it('have each a file of their own, also where this disk has one name for both', async () => {
    const { store } = world.service;
    const content: Record<string, string> = { 'north/tower': 'glTF north', north_tower: 'glTF other' };
    for (const [id, text] of Object.entries(content))
      store.addModel(site, id, new TextEncoder().encode(text));
    for (const id of Object.keys(content)) value(await models['models.add']({ site, model: id }, never));
    const pullAll = async (): Promise<void> => {
      for (const id of Object.keys(content)) value(await models['models.pull']({ site, model: id }, never));
    };
    await pullAll();
    const texts = async () =>
      Promise.all(
        (await list()).map(async ({ id, path }) => [id, await readFile(join(desk.folder, path!), 'utf8')]),
      );
    expect(Object.fromEntries(await texts())).toEqual(content);
    // Another version of each replaces its own.
    for (const id of Object.keys(content)) {
      content[id] += ', two';
      store.addModel(site, id, new TextEncoder().encode(content[id]));
    }
    await pullAll();
    expect(Object.fromEntries(await texts())).toEqual(content);
    expect(await readdir(join(desk.folder, 'Models'))).toHaveLength(2);
  });

  it('that are of another kind now leave no copy of the former beside them but in the trash', async () => {
    const pull = async () => value(await models['models.pull']({ site, model: 'tower' }, never));
    expect(await pull()).toMatchObject({ path: 'Models/tower.glb' });
    world.service.store.addModel(
      site,
      'tower',
      new TextEncoder().encode('ISO-10303-21; tower END-ISO-10303-21;'),
    );
    expect(await pull()).toMatchObject({ path: 'Models/tower.ifc', state: 'here' });
    expect(await readdir(join(desk.folder, 'Models'))).toEqual(['tower.ifc']);
    expect(value(await desk.app.disk.listTrash(desk.folder))).toMatchObject([{ path: 'Models/tower.glb' }]);
  });

  it('are told by size and Last-Modified where the service knows no ETag, else by their bytes', async () => {
    let modified: string | null = 'Mon, 18 May 2026 10:00:00 GMT';
    let fetches = 0;
    const session = desk.app.session()!;
    const { service } = session;
    const context = {
      ...session,
      service: serviceBut(service, {
        downloadModel: async (of, model, _, how) => {
          const answer = value(await service.downloadModel(of, model, { etag: null, resume: null }, how));
          const stream = (async function* () {
            fetches += 1;
            yield* answer.stream;
          })();
          return ok({ ...answer, stream, etag: null, modified });
        },
      }),
    };
    const kept = keptSite(desk.app, site);
    const pull = async (known?: 'changed') =>
      value(await pullModel(context, value(kept), 'tower' as ModelId, known));
    const replace = (text: string): unknown =>
      world.service.store.addModel(site, 'tower', new TextEncoder().encode(text));
    const here = () => readFile(join(desk.folder, 'Models/tower.glb'), 'utf8');
    expect(await pull()).toMatchObject({ fetched: true });
    expect(await pull()).toMatchObject({ fetched: false });
    expect(fetches).toBe(1);
    // Within the second that the time is told in: its record tells of it.
    replace('glTF Tower');
    expect(await pull('changed')).toMatchObject({ fetched: true });
    replace('glTF towel');
    modified = 'Mon, 18 May 2026 10:00:01 GMT';
    expect(await pull()).toMatchObject({ fetched: true });
    expect(await here()).toBe('glTF towel');
    // Nothing tells but the bytes, which take the place of others only.
    modified = null;
    expect(await pull()).toMatchObject({ fetched: false });
    expect(await readdir(join(desk.folder, 'Models'))).toEqual(['tower.glb']);
    replace('glTF power');
    expect(await pull()).toMatchObject({ fetched: true });
    expect([await here(), fetches]).toEqual(['glTF power', 5]);
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF a larger tower'));
    expect(await pull()).toMatchObject({ fetched: true, size: 19 });
  });

  it('that the service does not have are said so, with its reason', async () => {
    value(await models['models.add']({ site, model: 'nowhere' }, never));
    const pulled = await models['models.pull']({ site, model: 'nowhere' }, never);
    expect(pulled).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(await list()).toMatchObject([
      { state: 'unknown', problem: expect.stringContaining('nowhere') as string },
    ]);
  });

  it('are named by records of 3D models, and out of date when such a record changes', async () => {
    const { service } = desk.app.session()!;
    const fields = (note: string) => ({
      site,
      category: 'model-3d',
      name: 'Tower.glb',
      contentType: 'model/gltf-binary',
      metadata: { model_id: 'tower', note },
    });
    const body = { kind: 'bytes' as const, bytes: new TextEncoder().encode('preview') };
    const { id } = value(await service.createFile(fields('first'), body));
    await desk.sync();
    expect(await list()).toMatchObject([
      { id: 'tower', from: 'record', name: 'Tower.glb', state: 'online-only' },
    ]);
    value(await models['models.pull']({ site, model: 'tower' }, never));
    expect(await list()).toMatchObject([{ state: 'here' }]);
    value(await service.updateFile(id!, fields('second'), body));
    await desk.sync();
    expect(await list()).toMatchObject([{ state: 'out-of-date' }]);
    // As the command line does it, which has no list.
    const kept = value(keptSite(desk.app, site));
    const record = recordNaming(desk.app.mirror, kept, 'tower' as ModelId);
    expect(record?.id).toBe(id);
    expect(recordNaming(desk.app.mirror, kept, 'other' as ModelId)).toBeNull();
    expect(value(await pullNoted(desk.app.session()!, kept, 'tower' as ModelId, record)).fetched).toBe(false);
    expect(await list()).toMatchObject([{ state: 'here', fetchedAt: expect.any(Number) as number }]);
  });
});

const OFFLINE: Failure = { code: 'offline', message: 'It broke.', hint: 'Wait.', retry: 'on-connect' };
