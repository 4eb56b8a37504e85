import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncOnce, type SyncReport } from '../../../main/sync/sync-once.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { filesIn, laptopIn, put, SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

let home: string;
let world: World;
let anna: Laptop;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-crossed-'));
  world = await startWorld();
  for (const name of ['a.txt', 'b.txt', ...OTHERS])
    world.service.store.addFile(SITE, { name, category: 'other', content: `bytes of ${name}` });
  anna = laptopIn(home, world.service.url);
  await anna.sync();
});

afterEach(async () => {
  await world.close();
  await rm(home, { recursive: true, force: true });
});

const OTHERS = ['c.txt', 'd.txt', 'e.txt', 'f.txt'];

const FAILS: Failure = { code: 'service-error', message: 'It failed.', hint: 'Wait.', retry: 'later' };

/** Anna's sync, with something on the way to the service. */
async function syncBy(way: (context: SyncContext) => SyncContext): Promise<SyncReport> {
  const { program, context } = await openSignedIn({ data: anna.data, baseUrl: world.service.url });
  try {
    return await syncOnce(way(context), program.mirror.followed(), {
      confirmDeletes: true,
      eager: true,
      scope: null,
      list: true,
    });
  } finally {
    await program.close();
  }
}

/** A proxy that gives each of two deletes the answer to the other: the service failed at one of them. */
function swapping(context: SyncContext): SyncContext {
  const [first, second] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  let deletes = 0;
  const service = aroundCalls(context.service, async (name, _, call) => {
    if (name !== 'deleteFile' || deletes === 2) return call();
    deletes += 1;
    if (deletes === 1) {
      first.resolve(await call());
      return second.promise;
    }
    second.resolve(fail(FAILS));
    return first.promise;
  });
  return { ...context, service };
}

const names = (): readonly string[] =>
  world.service.store
    .files(SITE)
    .map(({ name }) => name)
    .toSorted();

async function deleteBoth(): Promise<void> {
  await unlink(join(anna.folder, 'Other/a.txt'));
  await unlink(join(anna.folder, 'Other/b.txt'));
  await syncBy(swapping);
  // One of the two is still there, and counts as deleted.
  expect(names()).toHaveLength(5);
}

/** The one of the two that was not deleted. */
function survivor(): string {
  return names()[0] ?? '';
}

it('a delete that got the answer to another one is carried out after all, and its file does not come back', async () => {
  await deleteBoth();
  for (let times = 0; times < 2; times++) {
    expect(await anna.sync()).toMatchObject({ state: 'in-sync', bytesDown: 0 });
    expect(names()).toEqual(OTHERS);
    expect(Object.keys(await filesIn(anna.folder))).toEqual(OTHERS.map((name) => `Other/${name}`));
  }
});

it('nor is a version deleted that others made of it since', async () => {
  await deleteBoth();
  const name = survivor();
  const left = world.service.store.files(SITE).find((file) => file.name === name);
  world.service.store.editFile(left?.id ?? '', { content: 'by others' });
  for (let times = 0; times < 2; times++) await anna.sync();
  expect(names()).toEqual([name, ...OTHERS]);
  expect(await filesIn(anna.folder)).toMatchObject({ [`Other/${name}`]: 'by others' });
});

it('nor one whose file the person put back meanwhile', async () => {
  await deleteBoth();
  const name = survivor();
  const before = world.service.store.files(SITE);
  await put(anna, `Other/${name}`, `bytes of ${name}`);
  for (let times = 0; times < 2; times++) await anna.sync();
  expect(world.service.store.files(SITE).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(names()).toEqual([name, ...OTHERS]);
  expect(await filesIn(anna.folder)).toMatchObject({ [`Other/${name}`]: `bytes of ${name}` });
});

it('but a service that answers each delete with success and deletes nothing is not asked for ever', async () => {
  let deletes = 0;
  const idle = (context: SyncContext): SyncContext => {
    const service = aroundCalls(context.service, async (name, _, call) => {
      if (name !== 'deleteFile') return call();
      deletes += 1;
      return ok(undefined);
    });
    return { ...context, service };
  };
  await unlink(join(anna.folder, 'Other/a.txt'));
  for (let times = 0; times < 4; times++) await syncBy(idle);
  expect(deletes).toBe(2);
  expect(await filesIn(anna.folder)).toMatchObject({ 'Other/a.txt': 'bytes of a.txt' });
});
