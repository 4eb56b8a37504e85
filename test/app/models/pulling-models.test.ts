import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelCommands } from '../../../main/app/models/model-commands.ts';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { changedModels } from '../../../main/models/changed-models.ts';
import { pullModel } from '../../../main/models/pull-model.ts';
import { fetchInto } from '../../../main/sync/apply/fetch/fetch.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { DownloadBroken } from '../../../main/sync/ports/service.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import type { ModelId } from '../../../shared/model/ids.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { serviceBut } from '../../support/service-but.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

describe('pulling a site model', () => {
  let world: World;
  let desk: Desk;

  beforeEach(async () => {
    world = await startWorld();
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower'));
    desk = await openDesk(world, world.laptop('one'));
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  it('go on where a broken transfer stopped', async () => {
    const session = desk.app.session()!;
    const { service } = session;
    const tower = `glTF ${'tower '.repeat(50_000)}`;
    world.service.store.addModel(site, 'tower', new TextEncoder().encode(tower));
    const asked: (number | null)[] = [];
    const context = {
      ...session,
      service: serviceBut(service, {
        downloadModel: async (...[of, model, have, how]: Parameters<typeof service.downloadModel>) => {
          asked.push(have.resume?.offset ?? null);
          if (asked.length === 2) return fail(OFFLINE);
          const answer = value(await service.downloadModel(of, model, have, how));
          return ok(asked.length > 1 ? answer : { ...answer, stream: cutShort(answer.stream) });
        },
      }),
    };
    const kept = value(keptSite(desk.app, site));
    for (let tries = 0; tries < 2; tries++)
      expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({
        failure: { code: 'offline' },
      });
    expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({
      value: { size: tower.length },
    });
    expect(asked).toEqual([null, expect.any(Number), asked[1]]);
    expect(asked[1]).toBeGreaterThan(0);
    expect(await readFile(join(desk.folder, 'Models/tower.glb'), 'utf8')).toBe(tower);
  });

  it('go on behind what was noted last where the process died on the way', async () => {
    const session = desk.app.session()!;
    const { service } = session;
    const tower = `glTF ${'tower '.repeat(50_000)}`;
    world.service.store.addModel(site, 'tower', new TextEncoder().encode(tower));
    const kept = value(keptSite(desk.app, site));
    const asked: (number | null)[] = [];
    let later = 0;
    const death = Promise.withResolvers<never>();
    const context = {
      ...session,
      env: { ...session.env, now: () => session.env.now() + later },
      service: serviceBut(service, {
        downloadModel: async (...[of, model, have, how]: Parameters<typeof service.downloadModel>) => {
          asked.push(have.resume?.offset ?? null);
          const answer = value(await service.downloadModel(of, model, have, how));
          if (asked.length > 1) return ok(answer);
          return ok({ ...answer, stream: oneUntil(death.promise, answer.stream, () => (later = 11_000)) });
        },
      }),
    };
    const dead = pullModel(context, kept, 'tower' as ModelId);
    const parts = (): Promise<string[]> => readdir(join(desk.folder, '.sitesync/tmp'));
    await expect.poll(async () => (await parts()).some((name) => name.endsWith('.json'))).toBe(true);
    expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({
      value: { size: tower.length },
    });
    expect(asked).toEqual([null, expect.any(Number)]);
    expect(asked[1]).toBeGreaterThan(0);
    // By its first bytes, which came before.
    expect(await readFile(join(desk.folder, 'Models/tower.glb'), 'utf8')).toBe(tower);
    expect(await parts()).toEqual([]);
    death.reject(new Error('died'));
    await expect(dead).rejects.toThrow('died');
  });

  it('ask another service for all of it: its ETags are no other one’s, nor is a part that came', async () => {
    const session = desk.app.session()!;
    const { service } = session;
    const tower = `glTF ${'tower '.repeat(50_000)}`;
    world.service.store.addModel(site, 'tower', new TextEncoder().encode(tower));
    const kept = value(keptSite(desk.app, site));
    const asked: { etag: string | null; from: number | null }[] = [];
    const pullAt = (baseUrl: string, of: 'whole' | 'part') =>
      pullModel(
        {
          ...session,
          service: serviceBut(service, {
            baseUrl,
            downloadModel: async (at, model, have, how) => {
              asked.push({ etag: have.etag, from: have.resume?.offset ?? null });
              const answer = value(await service.downloadModel(at, model, have, how));
              return ok(of === 'whole' ? answer : { ...answer, stream: cutShort(answer.stream) });
            },
          }),
        },
        kept,
        'tower' as ModelId,
      );
    const [one, other] = ['https://one.example.com', 'https://other.example.com'];
    expect(await pullAt(one, 'part')).toMatchObject({ failure: { code: 'offline' } });
    expect(await pullAt(other, 'whole')).toMatchObject({ value: { fetched: true } });
    expect(await pullAt(other, 'whole')).toMatchObject({ value: { fetched: false } });
    // The same bytes at the first one: they come once more, and the copy that is here stays.
    expect(await pullAt(one, 'whole')).toMatchObject({ value: { fetched: false } });
    expect(await pullAt(one, 'whole')).toMatchObject({ value: { fetched: false } });
    const all = { etag: null, from: null };
    const changed = { etag: expect.any(String) as string, from: null };
    expect(asked).toEqual([all, all, changed, all, changed]);
    expect(value(await desk.app.disk.listTrash(desk.folder))).toEqual([]);
  });

  it.each(['a model', 'a file'])(
    'let go of the connection where %s cannot begin anew on the disk',
    async (of) => {
      const session = desk.app.session()!;
      let cancelled = 0;
      const answer = ok({
        stream: (async function* () {})(),
        total: 10,
        offset: 0,
        etag: null,
        modified: null,
        unchanged: false,
        cancel: () => void (cancelled += 1),
      });
      const full = fail({ ...OFFLINE, code: 'disk-full' });
      const space = { written: () => {}, restarted: () => {} };
      const sink = { offset: 5, etag: 'x', whole: null, restart: async () => full, discard: async () => {} };
      const context = {
        ...session,
        disk: { ...session.disk, openDownload: async () => ok(sink) },
        service: { downloadModel: async () => answer, downloadFile: async () => answer },
        transferPhase: async <T>(work: () => Promise<T>) => work(),
      };
      const ended =
        of === 'a model'
          ? await pullModel(context as never, value(keptSite(desk.app, site)), 'tower' as ModelId)
          : await fetchInto(context as never, sink as never, { size: 10 } as never, 'Other/a.txt', space);
      expect(ended).toEqual(full);
      expect(cancelled).toBe(1);
    },
  );

  it.each([
    ['of a stated length', false, 5],
    ['of no stated length', true, -5],
  ])('do not begin where they would leave too little room, %s', async (_, chunked, spare) => {
    const session = desk.app.session()!;
    const { disk } = session;
    const kept = value(keptSite(desk.app, site));
    if (chunked) world.service.set({ downloadForm: 'chunked' });
    let freeBytes = 1_000_000_000 + spare;
    const space: typeof disk.space = async () => ok({ freeBytes, totalBytes: 100_000_000_000, disk: 'one' });
    const context = { ...session, disk: { ...disk, space } };
    expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({
      failure: { code: 'disk-full', message: expect.stringContaining('tower') as string },
    });
    expect(await readdir(join(desk.folder, '.sitesync/tmp'))).toEqual([]);
    freeBytes += 10;
    expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({ value: { size: 10 } });
    expect(session.reservations.on('one')).toBe(0);
  });

  it('do not take the room of files that are on their way to the same disk, and keep their own while they come', async () => {
    const session = desk.app.session()!;
    const { disk, reservations, service } = session;
    const kept = value(keptSite(desk.app, site));
    const space: typeof disk.space = async () =>
      ok({ freeBytes: 1_000_000_015, totalBytes: 100_000_000_000, disk: 'one' });
    const given: number[] = [];
    const context = {
      ...session,
      disk: { ...disk, space },
      service: serviceBut(service, {
        downloadModel: async (...asked: Parameters<typeof service.downloadModel>) => {
          const answer = value(await service.downloadModel(...asked));
          const stream = (async function* () {
            given.push(reservations.on('one'));
            yield* answer.stream;
          })();
          return ok({ ...answer, stream });
        },
      }),
    };
    reservations.add('one', 6);
    expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({
      failure: { code: 'disk-full', message: expect.stringContaining('for files on their way') as string },
    });
    reservations.add('one', -6);
    expect(await pullModel(context, kept, 'tower' as ModelId)).toMatchObject({ value: { size: 10 } });
    expect(given).toEqual([10]);
    expect(reservations.on('one')).toBe(0);
  });

  it.each(['not JSON', '{"etag":null,"path":"../tower.glb","size":10}'])(
    'come again where what is remembered of them cannot be read: %s',
    async (remembered) => {
      const session = desk.app.session()!;
      const kept = value(keptSite(desk.app, site));
      await pullModel(session, kept, 'tower' as ModelId);
      session.mirror.setSetting(`model ${site} tower`, remembered);
      expect(await pullModel(session, kept, 'tower' as ModelId)).toMatchObject({
        value: { path: 'Models/tower.glb', size: 10 },
      });
    },
  );

  it('get the ending of their content however small the pieces are in which it comes', async () => {
    const session = desk.app.session()!;
    const { service } = session;
    async function* inBytes(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const chunk of stream)
        for (let at = 0; at < chunk.length; at += 1) yield chunk.subarray(at, at + 1);
    }
    const context = {
      ...session,
      service: serviceBut(service, {
        downloadModel: async (...asked: Parameters<typeof service.downloadModel>) => {
          const answer = value(await service.downloadModel(...asked));
          return ok({ ...answer, stream: inBytes(answer.stream) });
        },
      }),
    };
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF Tower'));
    const pulled = await pullModel(context, value(keptSite(desk.app, site)), 'tower' as ModelId);
    expect(pulled).toMatchObject({ value: { path: 'Models/tower.glb' } });
  });

  it('takes one to the trash that a person saved while the next one came, and tells of it', async () => {
    const models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
    const file = join(desk.folder, 'Models/tower.glb');
    value(await models['models.pull']({ site, model: 'tower' }, never));
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower, next'));
    const { disk } = desk.app;
    const saving = modelCommands(
      {
        ...desk.app,
        session: () => {
          const session = desk.app.session();
          if (session === null) return null;
          const openDownload: typeof disk.openDownload = async (...args) => {
            const sink = await session.disk.openDownload(...args);
            await writeFile(file, 'glTF tower of my own');
            return sink;
          };
          return { ...session, disk: { ...session.disk, openDownload } };
        },
      },
      { fresh: desk.fresh, shown: desk.fresh },
    );
    const pulled = value(await saving['models.pull']({ site, model: 'tower' }, never));
    expect(pulled).toMatchObject({ state: 'here', changed: false, fetched: true, tookChanged: true });
    expect(await readFile(file, 'utf8')).toBe('glTF tower, next');
    expect(value(await disk.listTrash(desk.folder))).toMatchObject([{ path: 'Models/tower.glb', size: 20 }]);
    expect(value(await models['models.pull']({ site, model: 'tower' }, never))).toMatchObject({
      fetched: false,
      tookChanged: false,
    });
  });

  it('names one that was changed here since, but to nobody who has stopped', async () => {
    const models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    const kept = value(keptSite(desk.app, site));
    expect(await changedModels({ ...desk.app, signal: never }, kept)).toEqual([]);
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'glTF TOWER');
    expect(await changedModels({ ...desk.app, signal: AbortSignal.abort() }, kept)).toEqual([]);
    expect(await changedModels({ ...desk.app, signal: never }, kept)).toEqual(['Models/tower.glb']);
  });

  it('tells of one that was changed where that cannot be noted, as on a full disk', async () => {
    const { app } = desk;
    const models = modelCommands(app, { fresh: desk.fresh, shown: desk.fresh });
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'glTF TOWER');
    const mirror = Object.assign(Object.create(app.mirror) as typeof app.mirror, {
      setSetting: () => {
        throw new FailureError({ code: 'disk-full', message: '', hint: '', retry: 'later' });
      },
    });
    const unnoted = modelCommands({ ...app, mirror }, { fresh: desk.fresh, shown: desk.fresh });
    expect(value(await unnoted['models.list']({ site }, never))).toMatchObject([
      { state: 'here', changed: true, size: 10 },
    ]);
    const kept = value(keptSite(app, site));
    expect(await changedModels({ ...app, mirror, signal: never }, kept)).toEqual(['Models/tower.glb']);
  });

  it('names none as changed that cannot be read now, but tells where it went when the next one comes', async () => {
    const models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    const kept = value(keptSite(desk.app, site));
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'glTF TOWER');
    const session = desk.app.session()!;
    const hash: typeof session.disk.hash = async (_, files) =>
      files.map(({ path }) => fail({ code: 'unreadable', message: path, hint: '', retry: 'later' }));
    const blind = { ...session, disk: { ...session.disk, hash } };
    expect(await changedModels({ ...blind, signal: never }, kept)).toEqual([]);
    world.service.store.addModel(site, 'tower', new TextEncoder().encode('glTF tower, next'));
    const pulled = value(await pullModel(blind, kept, 'tower' as ModelId));
    expect(pulled).toMatchObject({ fetched: true, tookChanged: true });
    expect(value(await session.disk.listTrash(desk.folder))).toMatchObject([{ path: 'Models/tower.glb' }]);
  });
});

const OFFLINE: Failure = { code: 'offline', message: 'It broke.', hint: 'Wait.', retry: 'on-connect' };

/** The connection breaks after the first piece. */
async function* cutShort(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of stream) {
    yield chunk;
    throw new DownloadBroken(OFFLINE);
  }
}

/** Nothing follows its first chunk, before which that much time goes by. */
async function* oneUntil(
  end: Promise<never>,
  stream: AsyncIterable<Uint8Array>,
  before: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    before();
    yield chunk;
    await end;
  }
}
