import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SMALL } from '../../../main/adapters/disk/layout.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import { followSite } from '../../../main/sync/following/follow.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { TransferSlots } from '../../../main/sync/pacing/transfer-slots.ts';
import { forEachLimited } from '../../../main/sync/concurrency/for-each-limited.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { FileId, RemoteFingerprint, SiteId } from '../../../shared/model/ids.ts';
import { openEngine, until, type EngineHome, type EngineHomeOptions } from '../../support/engine-home.ts';
import { must } from '../../support/must.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const site = SITE;
const OTHER = 'site-2' as SiteId;
const ONCE = { confirmDeletes: false, eager: true, scope: null, list: true } as const;
const FAILURE: Failure = {
  code: 'mirror-broken',
  message: 'SiteSync’s database is damaged.',
  hint: 'Start SiteSync again.',
  retry: 'on-change',
};

let world: World;
let home: string;
let laptop: EngineHome | null = null;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-broken-'));
  world = await startWorld();
  world.service.store.addSite({ id: OTHER, name: 'Mill' });
});

afterEach(async () => {
  await laptop?.close();
  laptop = null;
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function start(options?: EngineHomeOptions): Promise<EngineHome> {
  laptop = await openEngine(world, home, options);
  return laptop;
}

/** The same with some members replaced. */
function over<T extends object>(whole: T, changes: Partial<T>): T {
  return new Proxy(whole, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(name in changes ? changes : target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Creates that stand still on their way until they are let go; nothing is fetched before the first is on its way. */
class StandingCreates {
  count = 0;
  readonly #begun = Promise.withResolvers<void>();
  readonly #let = Promise.withResolvers<void>();

  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  letGo(): void {
    this.#let.resolve();
  }

  in(context: SyncContext): SyncContext {
    const { service } = context;
    const createFile: typeof service.createFile = async (...args) => {
      this.count += 1;
      this.#begun.resolve();
      await this.#let.promise;
      return service.createFile(...args);
    };
    const downloadFile: typeof service.downloadFile = async (...args) => {
      await this.begun;
      return service.downloadFile(...args);
    };
    return { ...context, service: over(service, { createFile, downloadFile }) };
  }
}

/** Follows what comes of a promise without waiting for it. */
function followed(work: Promise<unknown>): { readonly over: () => boolean; readonly end: Promise<unknown> } {
  let isOver = false;
  const end = work
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true;
    });
  return { over: () => isOver, end };
}

/** What is sent is agreed on: nothing is left for a later look-up. */
function expectSent(of: SiteId, files: number): void {
  const { mirror } = laptop!.program;
  expect(mirror.intents(of)).toEqual([]);
  expect(mirror.counts(of).base).toBe(files);
  expect(world.service.store.files(of)).toHaveLength(files);
}

describe('a mirror that fails one site', () => {
  it('ends the watches of all, when what the others were sending is sent and noted', async () => {
    const creates = new StandingCreates();
    let isBroken = false;
    const watched = await start({
      context: (context) => {
        const { mirror } = context;
        const beginScan: typeof mirror.beginScan = (of) => {
          if (isBroken && of === site) throw new FailureError(FAILURE);
          return mirror.beginScan(of);
        };
        return creates.in({ ...context, mirror: over(mirror, { beginScan }) });
      },
    });
    const { engine, notices } = watched;
    const run = followed(engine.run());
    await watched.follow(SITE);
    const folder = await watched.follow(OTHER);
    await watched.atRest();
    await writeFile(join(folder, 'Other', 'note.txt'), 'note');
    engine.syncNow(OTHER);
    await creates.begun;
    isBroken = true;
    engine.syncNow(site);
    await until(() => notices.join().includes(FAILURE.message));
    await delay(50);
    expect(run.over()).toBe(false);
    creates.letGo();
    expect(await run.end).toMatchObject({ failure: FAILURE });
    expectSent(OTHER, 1);
  });

  it('ends a sync of all, when what the others were sending is sent and noted, and begins no further one', async () => {
    const creates = new StandingCreates();
    const { context: made } = await start();
    const { mirror, disk } = made;
    const sites = [site, OTHER, 'site-3' as SiteId, 'site-4' as SiteId];
    for (const id of sites.slice(2)) world.service.store.addSite({ id, name: id });
    const folder = (id: SiteId): string => join(home, 'root', id);
    for (const id of sites) {
      const known = { ...mirror.site(site)!, id };
      must(await followSite(made, known, folder(id), 'all'));
    }
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(folder(OTHER), 'Other', name), name);
    const looked: string[] = [];
    const broken = Promise.withResolvers<void>();
    const readMarker: typeof disk.readMarker = async (at) => {
      looked.push(at);
      // The first fails while the second sends; the third is still at work then.
      if (at === folder(site)) await creates.begun;
      if (at === folder(sites[2]!)) await broken.promise;
      return disk.readMarker(at);
    };
    const beginScan: typeof mirror.beginScan = (of) => {
      if (of !== site) return mirror.beginScan(of);
      broken.resolve();
      throw new FailureError(FAILURE);
    };
    const context = creates.in({
      ...made,
      slots: new TransferSlots(2),
      mirror: over(mirror, { beginScan }),
      disk: over(disk, { readMarker }),
    });
    const run = followed(syncOnce(context, mirror.followed(), ONCE));
    await broken.promise;
    await delay(50);
    expect(run.over()).toBe(false);
    const { count } = creates;
    expect(count).toBeLessThan(4);
    creates.letGo();
    expect(await run.end).toMatchObject({ failure: FAILURE });
    expectSent(OTHER, count);
    expect(looked).not.toContain(folder(sites[3]!));
  });

  it('ends the steps of that site, of which no further one is begun', async () => {
    world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
    const creates = new StandingCreates();
    const { context: made } = await start();
    const { mirror } = made;
    const entry = must(await followSite(made, mirror.site(site)!, join(home, 'root'), 'all'));
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(entry.folder, 'Other', name), name);
    const broken = Promise.withResolvers<void>();
    const commit: typeof mirror.commit = (of, commits) => {
      if (!commits.some(({ activity }) => activity?.action === 'download')) return mirror.commit(of, commits);
      broken.resolve();
      throw new FailureError(FAILURE);
    };
    const context = creates.in({ ...made, slots: new TransferSlots(2), mirror: over(mirror, { commit }) });
    const run = followed(syncSite(context, entry, ONCE));
    await Promise.all([creates.begun, broken.promise]);
    await delay(50);
    expect(run.over()).toBe(false);
    const { count } = creates;
    expect(count).toBeLessThan(4);
    creates.letGo();
    expect(await run.end).toMatchObject({ failure: FAILURE });
    expect(creates.count).toBe(count);
    expect(mirror.intents(site)).toEqual([]);
    expect(mirror.counts(site).base).toBe(count);
  });

  it('leaves neither memory nor a part with a conflict that it could not note', async () => {
    const { context: made } = await start();
    const { mirror, disk } = made;
    const entry = must(await followSite(made, mirror.site(site)!, join(home, 'root'), 'all'));
    await writeFile(join(entry.folder, 'Other', 'plan.txt'), 'mine');
    world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'x'.repeat(SMALL) });
    const commit: typeof mirror.commit = (of, commits) => {
      if (commits.some(({ dropLocal }) => dropLocal !== undefined)) throw new FailureError(FAILURE);
      mirror.commit(of, commits);
    };
    const context = { ...made, mirror: over(mirror, { commit }) };
    await expect(syncSite(context, entry, ONCE)).rejects.toThrow(FAILURE.message);
    // So many are held in memory at a time; the next would be written into a part.
    const version = 'v1' as RemoteFingerprint;
    for (let n = 0; n < 4; n++)
      must(await disk.openDownload(entry.folder, `photo-${n}` as FileId, version, 'photo', SMALL));
    expect(await readdir(join(entry.folder, '.sitesync', 'tmp')).catch(() => [])).toEqual([]);
  });

  it('is no file that cannot be read, where it fails while a new version of one is on its way', async () => {
    const { context: made } = await start();
    const { mirror, service } = made;
    const entry = must(await followSite(made, mirror.site(site)!, join(home, 'root'), 'all'));
    const file = join(entry.folder, 'Other', 'plan.txt');
    await writeFile(file, 'first');
    await syncSite(made, entry, ONCE);
    const [record] = world.service.store.files(site);
    await writeFile(file, 'x'.repeat(200_000));
    let looks = 0;
    const readFile: typeof service.readFile = async (...args) => {
      // The first look is before the upload; the record changes before the last bytes of it.
      looks += 1;
      if (looks === 2) world.service.store.editFile(record!.id, { content: 'theirs' });
      return service.readFile(...args);
    };
    let clock = 0;
    const env = { ...made.env, now: () => Date.now() + (clock += 60_000) };
    const commit: typeof mirror.commit = (of, commits) => {
      if (looks === 2 && commits.some(({ remote }) => remote !== undefined)) throw new FailureError(FAILURE);
      mirror.commit(of, commits);
    };
    const context = { ...made, env, mirror: over(mirror, { commit }), service: over(service, { readFile }) };
    await expect(syncSite(context, entry, ONCE)).rejects.toThrow(FAILURE.message);
    expect(looks).toBe(2);
    // What was on its way is not taken there: it is a conflict, which the next sync keeps both sides of.
    expect(world.service.store.files(site)).toMatchObject([{ size: 'theirs'.length }]);
  });

  it('breaks off what does not end by itself', async () => {
    const creates = new StandingCreates();
    const { context: made } = await start({ faster: 100 });
    const { mirror } = made;
    const entry = must(await followSite(made, mirror.site(site)!, join(home, 'root'), 'all'));
    world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
    await writeFile(join(entry.folder, 'Other', 'note.txt'), 'note');
    world.service.failNext({ match: { method: 'POST', pathPrefix: '/api/v1/files/' }, action: 'hang' });
    const commit: typeof mirror.commit = (of, commits) => {
      if (commits.some(({ activity }) => activity?.action === 'download')) throw new FailureError(FAILURE);
      mirror.commit(of, commits);
    };
    creates.letGo();
    const context = creates.in({ ...made, mirror: over(mirror, { commit }) });
    const before = Date.now();
    await expect(syncSite(context, entry, ONCE)).rejects.toThrow(FAILURE.message);
    // The service would be given two minutes to answer.
    expect(Date.now() - before).toBeLessThan(45_000);
    // It may have been made: the next listing tells.
    expect(mirror.intents(site).map(({ path }) => path)).toEqual(['Other/note.txt']);
  });
});

it.each([
  ['small', 'note'],
  ['large', 'x'.repeat(1_200_000)],
])(
  'a %s file is not sent where its intent is not on the disk, and goes up once when it is',
  async (_, content) => {
    const { context: made } = await start();
    const { mirror } = made;
    const entry = must(await followSite(made, mirror.site(site)!, join(home, 'root'), 'all'));
    await writeFile(join(entry.folder, 'Other', 'note.txt'), content);
    const flush = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const saveIntents: typeof mirror.saveIntents = async (of, intents) => {
      await mirror.saveIntents(of, intents);
      written.resolve();
      await flush.promise;
    };
    const creates = new StandingCreates();
    const context = creates.in({ ...made, mirror: over(mirror, { saveIntents }) });
    creates.letGo();
    const run = followed(syncSite(context, entry, ONCE));
    await written.promise;
    await delay(50);
    expect([run.over(), creates.count]).toEqual([false, 0]);
    flush.reject(new FailureError(FAILURE));
    expect(await run.end).toMatchObject({ failure: FAILURE });
    expect(creates.count).toBe(0);
    expect(mirror.intents(site)).toHaveLength(1);
    await syncSite(made, entry, ONCE);
    expectSent(site, 1);
  },
);

it('of many things no further one is begun where one throws, and those under way come to their end', async () => {
  const begun: number[] = [];
  const others = Promise.withResolvers<void>();
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 2) throw new Error('the second');
    await others.promise;
  };
  const run = followed(forEachLimited([1, 2, 3, 4, 5, 6], 3, work, () => void begun.push(0)));
  await delay(10);
  expect([run.over(), begun]).toEqual([false, [1, 2, 3, 0]]);
  others.resolve();
  expect(await run.end).toMatchObject({ message: 'the second' });
  expect(begun).toEqual([1, 2, 3, 0]);
});
