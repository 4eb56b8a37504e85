import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listingWait } from '../../main/sync/watch/site-watch.ts';
import { fail } from '../../shared/failure.ts';
import { openEngine } from '../support/engine-home.ts';
import { SITE, startWorld } from '../support/laptop.ts';

it.each([
  ['a quick listing', 40, 300, 60_000],
  ['one of 20,000 records', 300, 20_000, 120_000],
  ['one of 100,000 records', 1500, 100_000, 600_000],
  ['one over a slow line', 4000, 3000, 400_000],
  ['one over a hotel network', 30_000, 3000, 600_000],
])('%s comes again after a while that fits what it costs', (_, took, records, wait) => {
  expect(listingWait(took, records)).toBe(wait);
});

it('a dead network is asked again after a minute, however long it was waited for', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-listing-wait-'));
  const world = await startWorld();
  let ahead = 0;
  let isDead = false;
  const slept: number[] = [];
  const dead = (): ReturnType<typeof fail> => {
    ahead += 10_000;
    return fail({ code: 'offline', message: 'Nothing answers.', hint: 'Wait.', retry: 'on-connect' });
  };
  const laptop = await openEngine(world, home, {
    context: (context) => {
      const { env, service } = context;
      const fetchFilesPage = service.fetchFilesPage.bind(service);
      const sitesPage = service.sitesPage.bind(service);
      service.fetchFilesPage = async (...args) => (isDead ? dead() : fetchFilesPage(...args));
      service.sitesPage = async (...args) => (isDead ? dead() : sitesPage(...args));
      return {
        ...context,
        env: {
          ...env,
          now: () => env.now() + ahead,
          sleep: (ms, signal) => {
            slept.push(ms);
            return env.sleep(ms, signal);
          },
        },
      };
    },
  });
  try {
    await laptop.follow(SITE);
    await laptop.atRest();
    isDead = true;
    slept.length = 0;
    laptop.engine.wake();
    await expect.poll(() => laptop.context.gate.stop?.kind).toBe('offline');
    await laptop.atRest();
    await expect.poll(() => slept.some((ms) => ms > 55_000)).toBe(true);
    expect(Math.max(...slept)).toBeLessThanOrEqual(60_000);
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
