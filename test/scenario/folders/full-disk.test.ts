import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { openEngine, until } from '../../support/engine-home.ts';
import { SITE, startWorld } from '../../support/laptop.ts';

it('a full disk is told of once, however much is free from one look to the next', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-full-disk-'));
  const world = await startWorld();
  world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
  let looks = 0;
  const laptop = await openEngine(world, home, {
    context: (context) => {
      const space = async (): ReturnType<typeof context.disk.space> => {
        looks += 1;
        return ok({ freeBytes: 900_000_000 - looks * 50_000_000, totalBytes: 1e12, disk: 'one' });
      };
      return { ...context, disk: Object.assign(context.disk, { space }) };
    },
  });
  try {
    await laptop.follow(SITE);
    for (const more of [1, 2, 3]) {
      await until(() => looks >= more);
      await laptop.atRest();
      laptop.engine.syncNow(null);
    }
    const told = laptop.reports.flatMap(({ problems }) => problems);
    expect(told).toMatchObject([
      { path: 'Other/plan.txt', code: 'disk-full', message: expect.stringContaining('850 MB is free') },
    ]);
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
