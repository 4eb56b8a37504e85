import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openEngine } from '../../support/engine-home.ts';
import { filesIn, SITE, startWorld } from '../../support/laptop.ts';

it('a file that a person moves to a category which is not kept here stays on this computer', async () => {
  const world = await startWorld();
  const home = await mkdtemp(join(tmpdir(), 'sitesync-unkept-'));
  const laptop = await openEngine(world, home);
  try {
    const folder = await laptop.follow(SITE, ['kg-csv']);
    await laptop.atRest();
    await laptop.engine.stop();
    const { mirror } = laptop.program;
    const options = { confirmDeletes: false, eager: true, scope: null, list: true };
    const sync = () => syncOnce(laptop.context, mirror.followed(), options);
    await writeFile(join(folder, 'KG CSV Datamodel', 'points.csv'), 'id,label\n1,a\n');
    expect((await sync()).sites[0]).toMatchObject({ created: 1 });
    await rename(join(folder, 'KG CSV Datamodel', 'points.csv'), join(folder, 'Other', 'points.csv'));
    await sync();
    await sync();
    expect(world.service.store.files(SITE)).toMatchObject([{ name: 'points.csv', category: 'other' }]);
    expect(Object.keys(await filesIn(folder))).toEqual(['Other/points.csv']);
    const [site] = mirror.followed();
    expect([...mirror.pins(site!.id).values()]).toEqual([true]);
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
