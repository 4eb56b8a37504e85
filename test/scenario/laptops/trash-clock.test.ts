import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { unfollowSite } from '../../../main/sync/following/follow.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, trashIn, type World } from '../../support/laptop.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365 * DAY;
const AWAY: Failure = { code: 'timeout', message: 'No answer.', hint: 'Wait.', retry: 'later' };

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;
let now: number;
/** What the service's clock says, a little ahead; null where its answers do not tell. */
let there: number | null;
let isOnline: boolean;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-clock-'));
  world = await startWorld();
  laptop = await openEngine(world, home);
  laptop.engine.pauseAll();
  folder = await laptop.follow(SITE);
  now = Date.now();
  there = now + HOUR;
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
    service: isOnline
      ? playing(service, (name) => (name === 'time' ? there : undefined))
      : playing(service, (name) => (name === 'time' ? null : inVain(Reflect.get(service, name)))),
  };
  const options = { confirmDeletes: false, eager: false, scope: null, list: true };
  await syncOnce(context, laptop.program.mirror.followed(), options);
}

/** A call that is not answered; what is no call stays as it is. */
function inVain(member: unknown): unknown {
  return typeof member === 'function' ? () => Promise.resolve(fail(AWAY)) : undefined;
}

function playing(service: SiteDataService, member: (name: string | symbol) => unknown): SiteDataService {
  return new Proxy(service, {
    get: (target, name) => {
      const played = member(name);
      if (played !== undefined) return played;
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === 'function' ? (own.bind(target) as unknown) : own;
    },
  });
}

/** Time goes by, on both clocks. */
function pass(days: number): void {
  now += days * DAY;
  if (there !== null) there += days * DAY;
}

/** Lets so many days go by, with a sync on each. */
async function use(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    pass(1);
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

it('keeps trash no longer than that on a laptop that is used once in forty days', async () => {
  await sync();
  await trash('mine');
  pass(40);
  isOnline = false;
  await sync();
  expect(await trashIn(folder)).toEqual(['mine']);
  isOnline = true;
  await sync();
  expect(await trashIn(folder)).toEqual([]);
});

it('keeps it there where the service does not tell its time', async () => {
  there = null;
  await sync();
  await trash('mine');
  pass(40);
  await sync();
  expect(await trashIn(folder)).toEqual(['mine']);
});

it.each([29, 40])('keeps what is there while the clock is %i days ahead', async (ahead) => {
  await use(35);
  await trash('mine');
  now += ahead * DAY;
  await use(2);
  expect(await trashIn(folder)).toEqual(['mine']);
  now -= ahead * DAY;
  await use(2);
  expect(await trashIn(folder)).toEqual(['mine']);
  await use(30);
  expect(await trashIn(folder)).toEqual([]);
});

it('is not led by a service whose own clock leaps with nothing else', async () => {
  await use(5);
  await trash('mine');
  there = (there ?? 0) + 40 * DAY;
  await use(28);
  expect(await trashIn(folder)).toEqual(['mine']);
});

it('keeps what another computer with a clock that is behind put there, while the site was given up here', async () => {
  await sync();
  await use(35);
  unfollowSite(laptop.context, laptop.program.mirror.followed()[0]!);
  now -= YEAR;
  await trash('theirs');
  now += YEAR + DAY;
  await laptop.follow(SITE);
  await use(29);
  expect(await trashIn(folder)).toEqual(['theirs']);
  await use(2);
  expect(await trashIn(folder)).toEqual([]);
});
