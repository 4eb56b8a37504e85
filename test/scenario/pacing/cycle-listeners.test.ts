import { getEventListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import { openEngine } from '../../support/engine-home.ts';
import { SITE, startWorld } from '../../support/laptop.ts';

it('a cycle beside a long transfer of an earlier one leaves nothing behind', async () => {
  const world = await startWorld();
  const home = await mkdtemp(join(tmpdir(), 'sitesync-listeners-'));
  const laptop = await openEngine(world, home);
  try {
    laptop.engine.pauseAll();
    await laptop.follow(SITE);
    await laptop.atRest();
    const [site] = laptop.program.mirror.followed();
    const { signal, stopping } = laptop.context;
    const listeners = (): number =>
      [signal, stopping].reduce((sum, each) => sum + getEventListeners(each, 'abort').length, 0);
    const inFlight = new InFlight();
    const transfer = Promise.withResolvers<void>();
    inFlight.detach(transfer.promise, () => undefined);
    const before = listeners();
    const options = { confirmDeletes: false, eager: false, scope: null, list: true, inFlight };
    for (let cycle = 0; cycle < 5; cycle++) await syncSite(laptop.context, site!, options);
    await turn();
    expect([inFlight.hasDetached, listeners()]).toEqual([true, before]);
    transfer.resolve();
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
