import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelCommands } from '../../../main/app/models/model-commands.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

const SIZE = 400_000;

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
      match: { pathPrefix: `/api/v1/sites/${site}/models/` },
      action: { truncateDownload: 1000 },
    });
    await models['models.pull'](tower, never);
    expect(await list()).toMatchObject([
      { problem: 'The connection broke before the model “tower” was here.' },
    ]);
  });
});
