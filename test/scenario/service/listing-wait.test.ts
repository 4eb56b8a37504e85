import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { listingWait } from '../../../main/sync/watch/next-listing.ts';
import { fail } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { openEngine, until } from '../../support/engine-home.ts';
import { SITE, startWorld } from '../../support/laptop.ts';

const DEAD = fail({ code: 'offline', message: 'Nothing answers.', hint: 'Wait.', retry: 'on-connect' });

/** Goes around what tells whether the service is there. In its place: whoever probes it holds the same one. */
function around(service: SiteDataService, answer: (call: () => unknown) => unknown): void {
  for (const name of ['fetchFilesPage', 'sitesPage', 'createFile'] as const) {
    const call = service[name].bind(service) as (...args: readonly unknown[]) => unknown;
    Object.assign(service, { [name]: async (...args: readonly unknown[]) => answer(() => call(...args)) });
  }
}

it.each([
  ['a quick listing', 40, 300, 60_000],
  ['one of 20,000 records', 300, 20_000, 120_000],
  ['one of 100,000 records', 1500, 100_000, 600_000],
  ['one over a slow line', 4000, 3000, 400_000],
  ['one over a hotel network', 30_000, 3000, 600_000],
])('%s comes again after a while that fits what it costs', (_, took, records, wait) => {
  expect(listingWait(took, records)).toBe(wait);
});

/** What finds out that the network is dead: a list that is asked for, or a file that is sent long before the next list is due. */
it.each(['list', 'file'])('a dead network is asked again a minute after a %s met it', async (met) => {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-listing-wait-'));
  const world = await startWorld();
  let ahead = 0;
  let isDead = false;
  /** When it was asked, ms on the laptop's clock. */
  const asked: number[] = [];
  const laptop = await openEngine(world, home, {
    context: (context) => {
      const { env, service } = context;
      around(service, (call) => {
        // A list over a slow line: the next one is due in ten minutes.
        ahead += 10_000;
        if (!isDead) return call();
        asked.push(laptop.context.env.now());
        return DEAD;
      });
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
    const folder = join(await laptop.follow(SITE), 'Other');
    await laptop.atRest();
    isDead = true;
    if (met === 'file') await writeFile(join(folder, 'note.txt'), 'note');
    if (met === 'list') laptop.engine.wake();
    else laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
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

it('what a dead network cut off goes on as soon as any site reaches the service, and waits for no list of its own', async () => {
  const home = await mkdtemp(join(tmpdir(), 'sitesync-listing-wait-'));
  const world = await startWorld();
  const { store } = world.service;
  store.addSite({ id: 'site-2', name: 'Lock House' });
  let isDead = false;
  const laptop = await openEngine(world, home, {
    context: (context) => {
      around(context.service, (call) => (isDead ? DEAD : call()));
      return context;
    },
  });
  try {
    const folder = join(await laptop.follow(SITE), 'Other');
    await laptop.follow('site-2');
    await laptop.atRest();
    isDead = true;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'note.txt'), 'note');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await until(() => laptop.context.gate.stop?.kind === 'offline');
    await laptop.atRest();
    isDead = false;
    laptop.engine.syncNow('site-2' as SiteId);
    await until(() => store.files(SITE).length === 1);
  } finally {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  }
});
