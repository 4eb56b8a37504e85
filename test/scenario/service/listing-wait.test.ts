import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { listingWait } from '../../../main/sync/watch/next-listing.ts';
import { fail } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

it.each([
  ['a quick listing', 40, 300, 60_000],
  ['one of 20,000 records', 300, 20_000, 120_000],
  ['one of 100,000 records', 1500, 100_000, 600_000],
  ['one over a slow line', 4000, 3000, 400_000],
  ['one over a hotel network', 30_000, 3000, 600_000],
])('%s comes again after a while that fits what it costs', (_, took, records, wait) => {
  expect(listingWait(took, records)).toBe(wait);
});

describe('a list that did not come is asked for again after a minute', () => {
  let world: World;
  let home: string;
  let laptop: EngineHome;
  let ahead: number;
  let isDead: boolean;
  /** How many lists break before they are here. */
  let breaks: number;
  /** What a page of the list of files takes, ms. */
  let pageMs: number;
  /** How many lists the service is too busy for. */
  let busy: number;
  /** When it was asked, and when a list came, ms on the laptop's clock. */
  let asked: number[];
  let came: number[];

  const dead = (): ReturnType<typeof fail> => {
    asked.push(laptop.context.env.now());
    ahead += 10_000;
    return fail({ code: 'offline', message: 'Nothing answers.', hint: 'Wait.', retry: 'on-connect' });
  };

  const broken = (): ReturnType<typeof fail> => {
    breaks -= 1;
    asked.push(laptop.context.env.now());
    ahead += 30_000;
    return fail({ code: 'timeout', message: 'The connection broke.', hint: 'Wait.', retry: 'later' });
  };

  const asksToWait = (): ReturnType<typeof fail> => {
    busy -= 1;
    return fail({ code: 'busy', message: 'Busy.', hint: '', retry: 'later', retryAfterMs: 20_000 });
  };

  function slowOrDead(context: SyncContext): SyncContext {
    const { env, service } = context;
    const fetchFilesPage = service.fetchFilesPage.bind(service);
    service.fetchFilesPage = async (...args) => {
      if (isDead) return dead();
      if (breaks > 0) return broken();
      if (busy > 0) return asksToWait();
      ahead += pageMs;
      came.push(env.now() + ahead);
      return fetchFilesPage(...args);
    };
    const [sitesPage, createFile] = [service.sitesPage.bind(service), service.createFile.bind(service)];
    service.sitesPage = async (...args) => (isDead ? dead() : sitesPage(...args));
    service.createFile = async (...args) => (isDead ? dead() : createFile(...args));
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
  }

  beforeEach(async () => {
    [ahead, isDead, breaks, busy, pageMs, asked, came] = [0, false, 0, 0, 0, [], []];
    home = await mkdtemp(join(tmpdir(), 'sitesync-listing-wait-'));
    world = await startWorld();
    laptop = await openEngine(world, home, { context: slowOrDead });
  });

  afterEach(async () => {
    await laptop.close();
    await world.close();
    await rm(home, { recursive: true, force: true });
  });

  async function expectAskedInAMinute(): Promise<void> {
    await laptop.atRest();
    const last = asked.at(-1) ?? 0;
    const before = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    const wait = (asked[before] ?? 0) - last - 10_000;
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThan(100_000);
  }

  it('of a dead network, however long it was waited for', async () => {
    await laptop.follow(SITE);
    await laptop.atRest();
    isDead = true;
    laptop.engine.wake();
    await expect.poll(() => laptop.context.gate.stop?.kind).toBe('offline');
    await expectAskedInAMinute();
  });

  it('of a dead network, however long the list before took, where what is saved here meets it first', async () => {
    pageMs = 30_000;
    const folder = await laptop.follow(SITE);
    await laptop.atRest();
    isDead = true;
    await writeFile(join(folder, 'Other', 'report.txt'), 'written in the basement');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await expect.poll(() => laptop.context.gate.stop?.kind).toBe('offline');
    await expectAskedInAMinute();
  });

  it('of one that broke on its way, and later after each further one', async () => {
    await laptop.follow(SITE);
    await laptop.atRest();
    pageMs = 30_000;
    breaks = 3;
    laptop.engine.wake();
    await expect.poll(() => breaks).toBe(0);
    const waits = asked.slice(1).map((at, n) => at - (asked[n] ?? 0) - 30_000);
    expect(waits.map((ms) => Math.floor(ms / 60_000))).toEqual([1, 2]);
    await laptop.atRest();
    expect(laptop.context.gate.stop).toBeNull();
  });

  it('of a busy service, which came after the wait that it asked for: the next is not put off by that', async () => {
    await laptop.follow(SITE);
    await laptop.atRest();
    busy = 1;
    laptop.engine.wake();
    await expect.poll(() => busy).toBe(0);
    await laptop.atRest();
    const before = came.length;
    await expect.poll(() => came.length).toBeGreaterThan(before);
    expect((came[before] ?? 0) - (came[before - 1] ?? 0)).toBeLessThan(200_000);
  });

  it('of one that was to tell what became of a create, however long the list before took', async () => {
    pageMs = 30_000;
    const folder = await laptop.follow(SITE);
    await laptop.atRest();
    world.service.failNext({ match: { method: 'POST' }, action: 'drop-after' });
    breaks = 1;
    await writeFile(join(folder, 'Other', 'report.txt'), 'written in the basement');
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    await expect.poll(() => breaks).toBe(0);
    const { mirror, env } = laptop.context;
    await expect.poll(() => mirror.counts(SITE).base).toBe(1);
    expect(env.now() - (asked[0] ?? 0)).toBeLessThan(200_000);
  });
});

const DEAD = fail({ code: 'offline', message: 'Nothing answers.', hint: 'Wait.', retry: 'on-connect' });

/** Goes around what tells whether the service is there. In its place: whoever probes it holds the same one. */
function around(service: SiteDataService, answer: (call: () => unknown) => unknown): void {
  for (const name of ['fetchFilesPage', 'sitesPage', 'createFile'] as const) {
    const call = service[name].bind(service) as (...args: readonly unknown[]) => unknown;
    Object.assign(service, { [name]: async (...args: readonly unknown[]) => answer(() => call(...args)) });
  }
}

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
