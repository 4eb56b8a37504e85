import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../main/sync/context.ts';
import { syncOnce } from '../../main/sync/sync-once.ts';
import { fail, type Failure } from '../../shared/failure.ts';
import { openEngine, type EngineHome } from '../support/engine-home.ts';
import { SITE, startWorld, trashIn, type World } from '../support/laptop.ts';

const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365 * DAY;
const AWAY: Failure = { code: 'timeout', message: 'No answer.', hint: 'Wait.', retry: 'later' };

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;
let now: number;
let isOnline: boolean;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-clock-'));
  world = await startWorld();
  laptop = await openEngine(world, home);
  laptop.engine.pauseAll();
  folder = await laptop.follow(SITE);
  now = Date.now();
  isOnline = true;
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function sync(): Promise<void> {
  const { env, service } = laptop.context;
  const context: SyncContext = {
    ...laptop.context,
    env: { ...env, now: () => now },
    service: isOnline ? service : new Proxy(service, { get: () => () => Promise.resolve(fail(AWAY)) }),
  };
  const options = { confirmDeletes: false, eager: false, scope: null, list: true };
  await syncOnce(context, laptop.program.mirror.followed(), options);
}

/** Lets so many days go by, with a sync on each. */
async function use(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    now += DAY;
    await sync();
  }
}

/** A file goes into the trash under the time that the clock shows. */
async function trash(text: string): Promise<void> {
  const time = new Date(now).toISOString().replaceAll(':', '-');
  const path = join(folder, '.sitesync', 'trash', time, 'Other', 'a.txt');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

it('keeps trash for 30 days and no longer', async () => {
  await sync();
  await trash('mine');
  await use(30);
  expect(await trashIn(folder)).toEqual(['mine']);
  await use(1);
  expect(await trashIn(folder)).toEqual([]);
});

it('keeps what went into the trash while the clock was a year behind, without a network, as long', async () => {
  await sync();
  await use(40);
  now -= YEAR;
  isOnline = false;
  await sync();
  await trash('mine');
  now += YEAR;
  isOnline = true;
  await sync();
  await use(29);
  expect(await trashIn(folder)).toEqual(['mine']);
  await use(2);
  expect(await trashIn(folder)).toEqual([]);
});

it('keeps what is there while the clock is a year ahead', async () => {
  await sync();
  await use(40);
  await trash('mine');
  now += YEAR;
  await use(2);
  now -= YEAR;
  await use(2);
  expect(await trashIn(folder)).toEqual(['mine']);
  await use(31);
  expect(await trashIn(folder)).toEqual([]);
});
