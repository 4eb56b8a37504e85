import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import { openEngine } from '../../support/engine-home.ts';
import { SITE, startWorld } from '../../support/laptop.ts';

it('a folder that is moved while it is scanned is moved on the service, and nothing of it is sent again', async () => {
  const world = await startWorld();
  const home = await mkdtemp(join(tmpdir(), 'sitesync-moved-'));
  let move: (() => Promise<void>) | null = null;
  const laptop = await openEngine(world, home, {
    context: (context) => ({
      ...context,
      disk: {
        ...context.disk,
        // Sees it in the place before, then in the one after.
        scan: async (folder, options, onBatch) => {
          const before = await context.disk.scan(folder, options, onBatch);
          if (move === null) return before;
          await move();
          move = null;
          const after = await context.disk.scan(folder, options, onBatch);
          return after.ok ? { ok: true, value: { ...after.value, shifted: true } } : after;
        },
      },
    }),
  });
  try {
    laptop.engine.pauseAll();
    const folder = await laptop.follow(SITE);
    const [site] = laptop.program.mirror.followed();
    const sync = async (): Promise<object> => {
      const options = { confirmDeletes: false, eager: true, scope: null, list: true };
      return (await syncSite(laptop.context, site!, options)).report;
    };
    await mkdir(join(folder, 'Other', 'day'));
    for (let n = 0; n < 30; n++) await writeFile(join(folder, 'Other', 'day', `${n}.txt`), `${n}`);
    expect(await sync()).toMatchObject({ created: 30 });
    move = () => rename(join(folder, 'Other', 'day'), join(folder, 'Spec Sheet', 'day'));
    expect(await sync()).toMatchObject({ created: 0, moved: 30, held: null, files: 30 });
    expect(new Set(world.service.store.files(SITE).map((file) => file.category))).toEqual(
      new Set(['spec-sheet']),
    );
    expect(await sync()).toMatchObject({ created: 0, updated: 0, moved: 0, deletedRemote: 0, held: null });
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
