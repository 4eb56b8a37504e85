import { mkdtemp, open, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { fail } from '../../../shared/failure.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { filesIn, SITE, siteOf, startWorld, type World } from '../../support/laptop.ts';

/** A time that a disk keeps as it is given, in seconds. */
const OLD = 1_700_000_000;
const HOUR = 60 * 60 * 1000;

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;
let ahead = 0;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-rehash-'));
  world = await startWorld();
  for (const name of ['a', 'b', 'c'])
    world.service.store.addFile(SITE, { name: `${name}.txt`, category: 'other', content: `${name} one` });
  laptop = await openEngine(world, home);
  laptop.engine.pauseAll();
  folder = await laptop.follow(SITE);
  ahead = 0;
  await sync();
  for (const name of ['a', 'b', 'c']) await utimes(join(folder, 'Other', `${name}.txt`), OLD, OLD);
  await sync();
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function sync(disk: Disk = laptop.context.disk, eager = false): Promise<SiteReport> {
  const { env } = laptop.context;
  const context: SyncContext = { ...laptop.context, disk, env: { ...env, now: () => env.now() + ahead } };
  const options = { confirmDeletes: false, eager, scope: null, list: true };
  return siteOf(await syncOnce(context, laptop.program.mirror.followed(), options));
}

/** Writes other bytes of the same length in place, and puts the time back. */
async function corrupt(path: string, text: string): Promise<void> {
  const before = await stat(path, { bigint: true });
  const file = await open(path, 'r+');
  await file.write(text, 0);
  await file.close();
  await utimes(path, OLD, OLD);
  const after = await stat(path, { bigint: true });
  expect([after.size, after.mtimeNs, after.ino]).toEqual([before.size, before.mtimeNs, before.ino]);
}

/** The laptop's disk while a program holds its files open; `asked` takes the paths that were to be read. */
function locked(asked: string[]): Disk {
  return Object.assign(Object.create(laptop.context.disk) as Disk, {
    hash: (_folder: string, files: readonly { readonly path: string }[]) => {
      asked.push(...files.map((file) => file.path));
      const failure = { code: 'still-changing', message: 'Locked.', hint: '', retry: 'later' } as const;
      return Promise.resolve(files.map(() => fail(failure)));
    },
  });
}

const onService = (name: string): string => {
  const file = world.service.store.files(SITE).find((each) => each.name === name);
  return file === undefined ? '' : String(world.service.store.readContent(file.id));
};

it('finds bytes that changed without a change of size and time, and counts them as an edit', async () => {
  const path = join(folder, 'Other', 'b.txt');
  await corrupt(path, 'b two');
  expect(await sync()).toMatchObject({ updated: 0 });
  ahead += HOUR;
  expect(await sync()).toMatchObject({ updated: 1, problems: [] });
  expect(onService('b.txt')).toBe('b two');
  ahead += HOUR;
  world.service.requests.clear();
  expect(await sync()).toMatchObject({ updated: 0 });
  expect(world.service.requests.writes()).toEqual([]);
});

it('writes nothing to the mirror in an idle cycle, but once an hour', async () => {
  const { mirror } = laptop.program;
  const noted = (): string | null => mirror.setting(`rehashed-at:${SITE}`);
  const idle = async (): Promise<number> => {
    const before = mirror.writes;
    await sync();
    return mirror.writes - before;
  };
  const first = noted();
  expect(first).not.toBeNull();
  expect([await idle(), noted()]).toEqual([0, first]);
  ahead += HOUR;
  expect(await idle()).toBe(0);
  const second = noted();
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(HOUR);
  expect([await idle(), noted()]).toEqual([0, second]);
});

it('reads what cannot be read now another time, and lets it stop no other', async () => {
  const asked: string[] = [];
  ahead += HOUR;
  expect(await sync(locked(asked))).toMatchObject({ problems: [], updated: 0 });
  expect(asked).toHaveLength(3);
  await corrupt(join(folder, 'Other', 'c.txt'), 'c two');
  ahead += HOUR;
  expect(await sync()).toMatchObject({ updated: 1 });
  expect(onService('c.txt')).toBe('c two');
});

it('fetches no file from OneDrive or iCloud by that: one whose bytes are there alone is read when they are here', async () => {
  await corrupt(join(folder, 'Other', 'b.txt'), 'b two');
  const asked: string[] = [];
  const away = Object.assign(locked(asked), {
    isAway: (_folder: string, path: string) => Promise.resolve(path === 'Other/b.txt'),
  });
  ahead += HOUR;
  expect(await sync(away)).toMatchObject({ problems: [], updated: 0 });
  expect(asked.toSorted()).toEqual(['Other/a.txt', 'Other/c.txt']);
  ahead += HOUR;
  expect(await sync()).toMatchObject({ updated: 1 });
  expect(onService('b.txt')).toBe('b two');
});

it('finds them, too, where a look fell between the writing and the putting back of the time', async () => {
  const path = join(folder, 'Other', 'b.txt');
  await corrupt(path, 'b two');
  await utimes(path, OLD + 1, OLD + 1);
  const asked: string[] = [];
  expect(await sync(locked(asked))).toMatchObject({ updated: 0 });
  expect(asked).toEqual(['Other/b.txt']);
  await utimes(path, OLD, OLD);
  ahead += HOUR;
  expect(await sync()).toMatchObject({ updated: 1, problems: [] });
  expect(onService('b.txt')).toBe('b two');
});

it('is found also where the copy here is to be given up, and sent before that', async () => {
  const path = join(folder, 'Other', 'a.txt');
  await corrupt(path, 'a two');
  const [followed] = laptop.program.mirror.followed();
  laptop.program.mirror.follow({ ...followed!, keep: 'none' });
  expect(await sync()).toMatchObject({ updated: 1, problems: [{ code: 'just-sent' }] });
  expect(onService('a.txt')).toBe('a two');
  ahead += HOUR;
  expect(await sync()).toMatchObject({ problems: [] });
  expect(Object.keys(await filesIn(folder))).toEqual([]);
});

it('does not send a file twice whose reply was lost when no list could be had after it', async () => {
  await writeFile(join(folder, 'Other', 'new.txt'), 'new');
  await corrupt(join(folder, 'Other', 'c.txt'), 'c two');
  world.service.set({
    failNext: [
      { match: { method: 'POST', pathPrefix: '/api/v1/files/' }, action: 'drop-after' },
      {
        match: { method: 'GET', pathPrefix: '/api/v1/files/' },
        after: 1,
        action: { status: 500 },
      },
    ],
  });
  ahead += HOUR;
  await sync(laptop.context.disk, true);
  world.service.set({ failNext: [] });
  await sync();
  expect(world.service.store.files(SITE).map(({ name }) => name)).toEqual([
    'a.txt',
    'b.txt',
    'c.txt',
    'new.txt',
  ]);
  expect(onService('c.txt')).toBe('c two');
});
