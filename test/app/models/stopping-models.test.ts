import { cp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { modelCommands } from '../../../main/app/models/model-commands.ts';
import { pullModel } from '../../../main/models/pull-model.ts';
import type { ModelId } from '../../../shared/model/ids.ts';
import { openKeptHome, type AppHome } from '../../support/app-home.ts';
import { startWorld, TOKEN, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

const SIZE = 400_000;
const MODELS = `/api/v1/sites/${site}/models/`;

describe('a pull of a site model', () => {
  let world: World;
  let desk: Desk;
  let models: ReturnType<typeof modelCommands>;

  beforeEach(async () => {
    world = await startWorld();
    world.service.store.addModel(site, 'tower', new Uint8Array(SIZE));
    desk = await openDesk(world, world.laptop('one'));
    models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
    value(await models['models.add']({ site, model: 'tower' }, never));
  });

  afterEach(async () => {
    world.service.switches.reset();
    await desk.close();
    await world.close();
  });

  const list = async () => value(await models['models.list']({ site }, never));
  const tower = { site, model: 'tower' };
  const asked = () => world.service.requests.all.filter(({ path }) => path.startsWith(MODELS)).length;
  const parts = () => readdir(join(desk.folder, '.sitesync/tmp'));

  /** Waits until something is here of a model that would take minutes. */
  const begun = async (): Promise<void> => {
    const { progress } = desk.app.session()!;
    await expect.poll(() => progress.state.running.some(({ done }) => done > 0)).toBe(true);
  };

  it('ends where it is stopped, keeps what came, and blames nobody', async () => {
    world.service.switches.set({ downloadBytesPerSecond: 20_000 });
    const pulling = models['models.pull'](tower, never);
    await begun();
    value(await models['models.stop'](tower, never));
    expect(await list()).toMatchObject([{ state: 'online-only', problem: null }]);
    expect(await pulling).toMatchObject({ failure: { code: 'cancelled' } });
    expect((await parts()).some((name) => name.endsWith('.json'))).toBe(true);
    world.service.switches.reset();
    expect(value(await models['models.pull'](tower, never))).toMatchObject({ state: 'here', size: SIZE });
    expect(await parts()).toEqual([]);
  });

  it('stands still while its site is paused, and then goes on, also from where it was cut off', async () => {
    const pauseSwitch = desk.app.pauseSwitch(site)!;
    world.service.switches.set({ downloadBytesPerSecond: 200_000 });
    world.service.failNext({ match: { pathPrefix: MODELS }, action: { truncateDownload: 100_000 } });
    const pulling = models['models.pull'](tower, never);
    await begun();
    pauseSwitch.hold();
    await delay(100);
    const { running } = desk.app.session()!.progress.state;
    const done = running[0]!.done;
    expect(done).toBeLessThan(SIZE);
    expect(await list()).toMatchObject([{ state: 'paused', problem: null }]);
    await delay(800);
    expect(running[0]!.done).toBe(done);
    world.service.switches.reset();
    pauseSwitch.release();
    expect(value(await pulling)).toMatchObject({ state: 'here', size: SIZE });
    expect(asked()).toBe(2);
    expect(await list()).toMatchObject([{ state: 'here', problem: null }]);
  });

  it('is not asked for before the pause of its site is over, and can be stopped meanwhile', async () => {
    const pauseSwitch = desk.app.pauseSwitch(site)!;
    pauseSwitch.hold();
    const pulling = models['models.pull'](tower, never);
    await expect.poll(list).toMatchObject([{ state: 'paused' }]);
    value(await models['models.stop'](tower, never));
    expect(await pulling).toMatchObject({ failure: { code: 'cancelled' } });
    const second = models['models.pull'](tower, never);
    await delay(100);
    expect(asked()).toBe(0);
    pauseSwitch.release();
    expect(value(await second)).toMatchObject({ state: 'here' });
  });

  it('is not given up where the connection breaks while its site is paused', async () => {
    const pauseSwitch = desk.app.pauseSwitch(site)!;
    world.service.switches.set({ latencyMs: 200 });
    world.service.failNext({ match: { pathPrefix: MODELS }, action: { status: 503 } });
    const pulling = models['models.pull'](tower, never);
    await expect.poll(asked).toBe(1);
    pauseSwitch.hold();
    await delay(500);
    expect(await list()).toMatchObject([{ state: 'paused' }]);
    expect(asked()).toBe(1);
    world.service.switches.reset();
    pauseSwitch.release();
    expect(value(await pulling)).toMatchObject({ state: 'here', size: SIZE });
    expect(await list()).toMatchObject([{ state: 'here', problem: null }]);
  });

  it('asks for nothing where the folder is a copy that no sync has merged', async () => {
    const kept = value(keptSite(desk.app, site));
    await cp(desk.folder, `${desk.folder} copied`, { recursive: true });
    await rename(desk.folder, `${desk.folder} itself`);
    await rename(`${desk.folder} copied`, desk.folder);
    expect(await pullModel(desk.app.session()!, kept, 'tower' as ModelId)).toMatchObject({
      failure: { code: 'folder-missing', reason: 'put-back' },
    });
    expect(asked()).toBe(0);
  });

  it('ends before its model is off the list, and notes nothing of it afterwards', async () => {
    world.service.switches.set({ downloadBytesPerSecond: 20_000 });
    const pulling = models['models.pull'](tower, never);
    await begun();
    value(await models['models.remove'](tower, never));
    expect(await pulling).toMatchObject({ failure: { code: 'cancelled' } });
    expect(await list()).toEqual([]);
    value(await models['models.add'](tower, never));
    expect(await list()).toMatchObject([{ state: 'online-only', problem: null }]);
  });

  it('tells whoever asked that nobody answers, and does not go on saying so in the list', async () => {
    await world.service.close();
    expect(await models['models.pull'](tower, never)).toMatchObject({ failure: { code: 'offline' } });
    expect(await list()).toMatchObject([{ state: 'online-only', problem: null }]);
  });

  it('says in the list what is wrong with the model itself', async () => {
    world.service.switches.failNext({
      match: { pathPrefix: MODELS },
      action: { truncateDownload: 1000 },
    });
    await models['models.pull'](tower, never);
    expect(await list()).toMatchObject([
      { problem: 'The connection broke before the model “tower” was here.' },
    ]);
  });
});

describe('a pull of a site model whose sign-in ends', () => {
  let home: AppHome;

  beforeEach(async () => {
    home = await openKeptHome(({ store }) => store.addModel(site, 'tower', new Uint8Array(SIZE)));
    await home.ask('models.add', { site, model: 'tower' });
  });

  afterEach(async () => {
    home.service.switches.reset();
    await home.close();
  });

  const tower = { site, model: 'tower' };
  const moved = async () => (await home.ask('app.state', null)).work.running.map(({ done }) => done);

  it.each(['held by a pause', 'on its way'])(
    'says so, blames neither service nor model, and goes on from there after the next one: %s',
    async (how) => {
      home.service.switches.set({ downloadBytesPerSecond: 100_000 });
      const pulling = home.tryTo('models.pull', tower);
      await expect.poll(moved).toEqual([expect.any(Number)]);
      await expect.poll(async () => (await moved())[0]).toBeGreaterThan(0);
      if (how === 'held by a pause') await home.ask('app.pause', { paused: true });
      await home.ask('account.signOut', null);
      expect(await pulling).toMatchObject({
        failure: { code: 'sign-in', message: expect.stringContaining('was stopped on its way') as string },
      });
      expect(await home.ask('models.list', { site })).toMatchObject([
        { state: 'online-only', problem: null },
      ]);
      home.service.switches.reset();
      await home.ask('app.pause', { paused: false });
      await home.ask('account.signIn', { baseUrl: home.service.url, token: TOKEN });
      expect(await home.ask('models.pull', tower)).toMatchObject({ state: 'here', size: SIZE });
      expect(home.service.requests.all.filter(({ path }) => path.startsWith(MODELS)).at(-1)?.status).toBe(
        206,
      );
    },
  );

  it('is no sign-out where the way to the service is another one now, and it says that too', async () => {
    home.service.switches.set({ downloadBytesPerSecond: 100_000 });
    const pulling = home.tryTo('models.pull', tower);
    await expect.poll(async () => (await moved())[0]).toBeGreaterThan(0);
    await home.ask('settings.set', { allowInsecure: true });
    expect(await pulling).toMatchObject({
      failure: { message: expect.stringContaining('reaches the service in another way now') as string },
    });
    home.service.switches.reset();
    expect(await home.ask('models.pull', tower)).toMatchObject({ state: 'here', size: SIZE });
  });
});
