import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncOnce, type SyncReport } from '../../../main/sync/sync-once.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { filesIn, laptopIn, put, SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import type { Variation } from '../../service/switches/variation.ts';

let home: string;
let world: World;
let anna: Laptop;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-crossed-'));
});

afterEach(async () => {
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function start(variation: Partial<Variation>): Promise<void> {
  world = await startWorld({ variation });
  anna = laptopIn(home, world.service.url);
  await anna.sync();
}

/**
 * Anna's sync, by way of a proxy that gives each of two creates the answer to the other. `isCutOff`: the
 * first look at a record after them fails, and so do all lists.
 */
async function syncWithSwappedAnswers(isCutOff = false): Promise<SyncReport> {
  const { program, context } = await openSignedIn({ data: anna.data, baseUrl: world.service.url });
  try {
    return await syncOnce(swapping(context, isCutOff), program.mirror.followed(), {
      confirmDeletes: false,
      eager: true,
      scope: null,
      list: true,
    });
  } finally {
    await program.close();
  }
}

const FAILS: Failure = { code: 'service-error', message: 'It failed.', hint: 'Wait.', retry: 'later' };

function swapping(context: SyncContext, isCutOff: boolean): SyncContext {
  const [first, second] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  let creates = 0;
  let reads = 0;
  const service = aroundCalls(context.service, async (name, _, call) => {
    const isLost = name === 'readFile' ? (reads += 1) === 1 : name === 'fetchFilesPage' && creates === 2;
    if (isCutOff && isLost) return fail(FAILS);
    if (name !== 'createFile' || creates === 2) return call();
    const [own, other] = (creates += 1) === 1 ? [first, second] : [second, first];
    own.resolve(await call());
    return other.promise;
  });
  return { ...context, service };
}

const contents = (): readonly string[] =>
  world.service.store
    .files(SITE)
    .map(({ id, name }) => `${name}: ${world.service.store.readContent(id).toString()}`)
    .toSorted();

it.each<[string, Partial<Variation>]>([
  ['with our marks', {}],
  ['that tell the ids alone', { createReply: 'id' }],
  ['without our marks', { dropsMetadata: true }],
  ['that tell the ids alone, without our marks', { createReply: 'id', dropsMetadata: true }],
])('two creates that get the answers to each other keep their own records, %s', async (_, variation) => {
  await start(variation);
  await put(anna, 'Other/a.txt', 'the plan of the roof');
  await put(anna, 'Other/b.txt', 'the log of the boiler');
  const report = await syncWithSwappedAnswers();
  expect(report.sites[0]).toMatchObject({ created: 2, files: 2, problems: [] });
  expect(contents()).toEqual(['a.txt: the plan of the roof', 'b.txt: the log of the boiler']);
  await unlink(join(anna.folder, 'Other/a.txt'));
  await put(anna, 'Other/b.txt', 'the log of both boilers');
  for (let times = 0; times < 2; times++) expect((await anna.sync()).state).toBe('in-sync');
  expect(contents()).toEqual(['b.txt: the log of both boilers']);
  expect(await filesIn(anna.folder)).toEqual({ 'Other/b.txt': 'the log of both boilers' });
});

it('nor does one take the other’s record before the list can be read again', async () => {
  await start({ createReply: 'id' });
  await put(anna, 'Other/a.txt', 'the plan of the roof');
  await put(anna, 'Other/b.txt', 'the log of the boiler');
  await syncWithSwappedAnswers(true);
  for (let times = 0; times < 2; times++) await anna.sync();
  expect(contents()).toEqual(['a.txt: the plan of the roof', 'b.txt: the log of the boiler']);
  expect(await filesIn(anna.folder)).toEqual({
    'Other/a.txt': 'the plan of the roof',
    'Other/b.txt': 'the log of the boiler',
  });
});
