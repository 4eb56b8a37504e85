import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listingWait } from '../../../main/sync/watch/next-listing.ts';
import { fail } from '../../../shared/failure.ts';
import { openEngine } from '../../support/engine-home.ts';
import { SITE, startWorld } from '../../support/laptop.ts';

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
  /** When it was asked, ms on the laptop's clock. */
  const asked: number[] = [];
  const dead = (): ReturnType<typeof fail> => {
    asked.push(laptop.context.env.now());
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
          // The watch looks after its folder each half minute; that long nobody waits here.
          sleep: async (ms, signal) => {
            if (ms < 5000) return env.sleep(ms, signal);
            await env.sleep(20, signal);
            ahead += ms;
          },
        },
      };
    },
  });
  try {
    await laptop.follow(SITE);
    await laptop.atRest();
    isDead = true;
    laptop.engine.wake();
    await expect.poll(() => laptop.context.gate.stop?.kind).toBe('offline');
    await laptop.atRest();
    const last = asked.at(-1) ?? 0;
    const before = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    const wait = (asked[before] ?? 0) - last - 10_000;
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThan(100_000);
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
