import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelCommands } from '../../../main/app/models/model-commands.ts';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { changedModels } from '../../../main/models/changed-models.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

describe('site models', () => {
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

  it('that were changed while the next one came go to the trash, told as well', async () => {
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
    expect(pulled).toMatchObject({ state: 'here', changed: false, tookChanged: true });
    expect(await readFile(file, 'utf8')).toBe('glTF tower, next');
    expect(value(await disk.listTrash(desk.folder))).toMatchObject([{ path: 'Models/tower.glb', size: 20 }]);
    expect(value(await models['models.pull']({ site, model: 'tower' }, never))).toMatchObject({
      tookChanged: false,
    });
  });

  it('are named as changed here, but to nobody who has stopped', async () => {
    const models = modelCommands(desk.app, { fresh: desk.fresh, shown: desk.fresh });
    value(await models['models.add']({ site, model: 'tower' }, never));
    value(await models['models.pull']({ site, model: 'tower' }, never));
    const kept = value(keptSite(desk.app, site));
    expect(await changedModels({ ...desk.app, signal: never }, kept)).toEqual([]);
    await writeFile(join(desk.folder, 'Models/tower.glb'), 'glTF TOWER');
    expect(await changedModels({ ...desk.app, signal: AbortSignal.abort() }, kept)).toEqual([]);
    expect(await changedModels({ ...desk.app, signal: never }, kept)).toEqual(['Models/tower.glb']);
  });
});
