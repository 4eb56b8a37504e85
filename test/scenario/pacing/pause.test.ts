import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SETTINGS } from '../../../main/sync/settings/settings.ts';
import { GRACE } from '../../../main/sync/concurrency/task-group.ts';
import type { ScanScope } from '../../../main/sync/ports/disk.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const site = SITE;
const OTHER = 'site-2';
const BIG = 3_000_000;
/** Of BIG half a minute is left when it is held, so that no busy machine sends all of it before. */
const RATE = 100_000;
/** Of it so much has moved by then. */
const BEGUN = 100_000;

let world: World;
let home: string;
let laptop: EngineHome;
/** Every sleep that was asked for, ms. */
let slept: number[];
/** What each scan looked at; null: all of it. */
let scopes: (ScanScope | null)[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-pause-'));
  world = await startWorld();
  world.service.store.addSite({ id: OTHER, name: 'Mill' });
  [slept, scopes] = [[], []];
  laptop = await openEngine(world, home, {
    context: (context) => ({
      ...context,
      disk: {
        ...context.disk,
        scan: (from, options, onFiles) => {
          scopes.push(options.scope);
          return context.disk.scan(from, options, onFiles);
        },
      },
      env: {
        ...context.env,
        sleep: (ms, signal) => {
          slept.push(ms);
          return context.env.sleep(ms, signal);
        },
      },
    }),
  });
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

const moved = (): number => {
  const { bytesUp, bytesDown } = laptop.context.progress.state;
  return bytesUp + bytesDown;
};

/** Bytes that are under way when it begins may still arrive. */
async function standstill(): Promise<number> {
  for (;;) {
    const before = moved();
    await delay(300);
    if (moved() === before) return before;
  }
}

/** After that none may. */
async function expectStandstill(): Promise<void> {
  const before = await standstill();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(BIG);
  await delay(700);
  expect(moved()).toBe(before);
}

it('holds a download where it stands, and goes on with the same request', async () => {
  const content = 'd'.repeat(BIG);
  world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content });
  laptop.context.down.limit(RATE);
  const folder = await laptop.follow(SITE);
  await until(() => moved() > BEGUN);
  laptop.engine.pauseAll();
  expect(laptop.engine.isPaused).toBe(true);
  await expectStandstill();
  laptop.context.down.limit(null);
  laptop.engine.resumeAll();
  await until(() => existsSync(join(folder, 'Other', 'big.bin')));
  expect(await readFile(join(folder, 'Other', 'big.bin'), 'utf8')).toBe(content);
  expect(world.service.requests.downloads().map((request) => request.status)).toEqual([200]);
});

it('holds an upload where it stands, and goes on with the same request', async () => {
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await writeFile(join(folder, 'Other', 'big.bin'), 'u'.repeat(BIG));
  laptop.context.up.limit(RATE);
  laptop.engine.syncNow(null);
  await until(() => moved() > BEGUN);
  laptop.engine.pauseAll();
  await expectStandstill();
  expect(world.service.store.files(SITE)).toEqual([]);
  laptop.context.up.limit(null);
  laptop.engine.resumeAll();
  await until(() => world.service.store.files(SITE).length === 1);
  await laptop.atRest();
  expect(world.service.store.files(SITE)).toHaveLength(1);
  expect(world.service.requests.writes()).toHaveLength(1);
});

it('fetches only the rest of a download that the service cut off meanwhile', async () => {
  const content = 'c'.repeat(BIG);
  world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content });
  world.service.failNext({
    match: { method: 'GET', pathPrefix: '/api/v1/files/' },
    after: 1,
    action: { truncateDownload: 1_000_000 },
  });
  laptop.context.down.limit(RATE);
  const folder = await laptop.follow(SITE);
  await until(() => moved() > BEGUN);
  laptop.engine.pauseAll();
  await delay(300);
  laptop.context.down.limit(null);
  laptop.engine.resumeAll();
  await until(() => existsSync(join(folder, 'Other', 'big.bin')));
  expect(await readFile(join(folder, 'Other', 'big.bin'), 'utf8')).toBe(content);
  expect(world.service.requests.downloads().map((request) => request.status)).toEqual([200, 206]);
});

it('pauses one site and leaves the other its turn, however many transfers of the first stand still', async () => {
  for (let n = 0; n < 10; n++)
    world.service.store.addFile(SITE, { name: `${n}.bin`, category: 'other', content: 's'.repeat(400_000) });
  laptop.context.down.limit(RATE);
  const folder = await laptop.follow(SITE);
  await until(() => moved() > BEGUN);
  const { mirror } = laptop.program;
  mirror.follow({ ...mirror.followed()[0]!, paused: true });
  await laptop.engine.refresh();
  const before = await standstill();
  laptop.context.down.limit(null);
  for (let n = 0; n < 20; n++)
    world.service.store.addFile(OTHER, { name: `${n}.txt`, category: 'other', content: 'o' });
  world.service.set({ latencyMs: 50 });
  const unanswered = (): number =>
    world.service.requests.downloads().filter((each) => each.status === 0).length;
  const standing = unanswered();
  const other = await laptop.follow(OTHER);
  let atOnce = 0;
  await until(() => {
    atOnce = Math.max(atOnce, unanswered() - standing);
    return existsSync(join(other, 'Other', '19.txt'));
  });
  expect(atOnce).toBeGreaterThan(1);
  expect(moved()).toBe(before + 20);
  mirror.follow({ ...mirror.followed().find((each) => each.id === site)!, paused: false });
  await laptop.engine.refresh();
  await until(() => existsSync(join(folder, 'Other', '9.bin')));
  await laptop.atRest();
  expect(mirror.counts(site).base).toBe(10);
  expect(world.service.requests.downloads()).toHaveLength(30);
});

it('begins nothing while it holds, "sync now" included, and ends though it holds', async () => {
  laptop.engine.pauseAll();
  world.service.store.addFile(SITE, { name: 'late.txt', category: 'other', content: 'late' });
  const folder = await laptop.follow(SITE);
  world.service.requests.clear();
  laptop.engine.syncNow(null);
  laptop.engine.wake();
  await delay(300);
  expect(world.service.requests.all).toEqual([]);
  laptop.engine.resumeAll();
  await until(() => existsSync(join(folder, 'Other', 'late.txt')));
  laptop.context.down.limit(100_000);
  world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content: 'b'.repeat(BIG) });
  laptop.engine.syncNow(null);
  await until(() => laptop.context.progress.state.running.some((each) => each.done > 0));
  laptop.engine.pauseAll();
  slept.length = 0;
  await laptop.engine.stop();
  // What stands still cannot finish: it is given no time to.
  expect(slept).not.toContain(GRACE);
});

it('sees what changes here while everything is paused, and sends it afterwards', async () => {
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  laptop.engine.pauseAll();
  world.service.requests.clear();
  await writeFile(join(folder, 'Other', 'meanwhile.txt'), 'written in a pause');
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  await until(() => laptop.context.mirror.counts(site).local === 1);
  await writeFile(join(folder, 'Other', 'later.txt'), 'written after it');
  laptop.engine.syncNow(null);
  await until(() => laptop.context.mirror.counts(site).local === 2);
  expect(world.service.requests.all).toEqual([]);
  laptop.engine.resumeAll();
  await until(() => world.service.store.files(SITE).length === 2);
});

it('asks the service at once when the pause ends just as the folder is watched anew', async () => {
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  laptop.engine.pauseAll();
  world.service.store.addFile(SITE, { name: 'late.txt', category: 'other', content: 'late' });
  const { watched } = laptop;
  watched.delete = (closed) => {
    laptop.engine.resumeAll();
    return Set.prototype.delete.call(watched, closed);
  };
  // A person leaves out other files: the watcher has to know.
  SETTINGS.ignore.write(laptop.context.mirror, '*.bak');
  await laptop.engine.refresh();
  await until(() => existsSync(join(folder, 'Other', 'late.txt')), 500);
});

it('looks at all of a folder once for a wake in a pause, and after that at what is hinted alone', async () => {
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  laptop.engine.pauseAll();
  scopes.length = 0;
  laptop.engine.wake();
  await until(() => scopes.length > 0 && laptop.context.progress.state.phase === 'idle');
  expect(scopes).toEqual([null]);
  scopes.length = slept.length = 0;
  await writeFile(join(folder, 'Other', 'meanwhile.txt'), 'written in a pause');
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  await until(() => laptop.context.mirror.counts(site).local === 1);
  expect(scopes).toEqual([{ below: [], directly: ['Other'] }]);
  // A burst of hints is waited for.
  expect(slept).toContain(laptop.context.settings.stillMs);
});
