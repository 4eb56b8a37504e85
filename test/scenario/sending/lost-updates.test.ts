import { rename, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import type { PlannedFailure } from '../../service/switches/faults.ts';
import { startCli } from '../../support/command-line.ts';
import { holdPuts } from '../../support/faults/held-puts.ts';
import {
  filesIn,
  put,
  SITE,
  siteOf,
  startTwoLaptops,
  TOKEN,
  type Laptop,
  type World,
} from '../../support/laptop.ts';

let world: World;
let anna: Laptop;
let ben: Laptop;
/** Of the record of `PLAN`. */
let id: string;

const PLAN = 'Other/plan.txt';
const RENAMED = 'Other/renamed.txt';
const AGAIN = 'Other/renamed again.txt';

beforeEach(async () => {
  ({ world, anna, ben } = await startTwoLaptops());
});

afterEach(() => world.close());

const records = () => world.service.store.files(SITE);
const contents = (): readonly string[] =>
  records()
    .map((record) => String(world.service.store.readContent(record.id)))
    .toSorted();
const move = (laptop: Laptop, from: string, to: string): Promise<void> =>
  rename(join(laptop.folder, from), join(laptop.folder, to));
const edit = (text: string): Promise<void> => put(anna, PLAN, text);
const sync = async (laptop = anna): Promise<SiteReport> =>
  siteOf(await laptop.sync({ confirmDeletes: true }));

/** Anna has it in step, as version 1. */
async function inStep(): Promise<void> {
  await sync();
  await edit('v1');
  await sync();
  const [record] = records();
  id = record?.id ?? '';
}

/** Anna sends what she did; the connection breaks, and the record cannot be read until the next sync. */
async function sendLost(broken: 'drop-after' | 'drop-before' = 'drop-after'): Promise<void> {
  const failNext: readonly PlannedFailure[] = [
    { match: { method: 'PUT' }, times: 9, action: broken },
    // But for the look before it is sent.
    {
      match: { method: 'GET', pathPrefix: `/api/v1/files/${id}/` },
      after: 1,
      times: 99,
      action: { status: 500 },
    },
  ];
  world.service.set({ failNext });
  expect(await sync()).toMatchObject({ conflicts: [], problems: [{}] });
  world.service.set({ failNext: [] });
}

/** Nothing is left to do, and both laptops hold these files and no other. */
async function expectAtRest(files: Record<string, string>): Promise<void> {
  const { conflicts } = await sync(ben);
  expect(conflicts).toEqual([]);
  world.service.requests.clear();
  for (const laptop of [anna, ben]) {
    expect(await sync(laptop)).toMatchObject({ conflicts: [], problems: [], downloaded: 0 });
    expect(await filesIn(laptop.folder)).toEqual(files);
  }
  expect(world.service.requests.writes()).toEqual([]);
  expect(contents()).toEqual(Object.values(files).toSorted());
}

describe.each([
  ['keeps what clients note', false],
  ['drops what clients note', true],
])('an update whose reply was lost, where the service %s', (_, dropsMetadata) => {
  beforeEach(async () => {
    world.service.set({ dropsMetadata });
    await inStep();
  });

  it('is what a later edit is made of', async () => {
    await edit('v2');
    await sendLost();
    await edit('v3, longer');
    expect(await sync()).toMatchObject({ conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3, longer' });
    expect(records().map((record) => record.id)).toEqual([id]);
  });

  it('is what is deleted where the file is', async () => {
    await edit('v2');
    await sendLost();
    await unlink(join(anna.folder, PLAN));
    expect(await sync()).toMatchObject({ deletedRemote: 1, downloaded: 0, problems: [] });
    await expectAtRest({});
  });

  it('is undone by an edit that brings back the bytes before it', async () => {
    await edit('v2');
    await sendLost();
    await edit('v1');
    expect(await sync()).toMatchObject({ downloaded: 0, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v1' });
  });

  it('may be lost once more, and is sent again where it never came', async () => {
    await edit('v2');
    await sendLost();
    await edit('v3');
    await sendLost();
    await edit('v4');
    await sendLost('drop-before');
    await edit('v5');
    expect(await sync()).toMatchObject({ conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v5' });
  });

  it('is in step where nothing was done since', async () => {
    await edit('v2');
    await sendLost();
    expect(await sync()).toMatchObject({ conflicts: [], problems: [], downloaded: 0 });
    await expectAtRest({ [PLAN]: 'v2' });
  });

  it('is met as before where others wrote to the record since: both stay', async () => {
    await edit('v2');
    await sendLost();
    await sync(ben);
    await put(ben, PLAN, 'from ben');
    await sync(ben);
    await edit('v3');
    expect(await sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(contents()).toEqual(['from ben', 'v3']);
    await sync();
    await sync(ben);
    expect(Object.values(await filesIn(ben.folder)).toSorted()).toEqual(['from ben', 'v3']);
  });

  it('is sent as a new file where others deleted the record since', async () => {
    await edit('v2');
    await sendLost();
    world.service.store.deleteFile(id);
    await edit('v3');
    expect(await sync()).toMatchObject({ created: 1, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3' });
  });
});

describe('an update whose reply was lost and which the record tells of', () => {
  beforeEach(inStep);

  it('is told in the report of the next sync, and asks for no bytes', async () => {
    await edit('v2');
    await sendLost();
    await edit('v3');
    world.service.requests.clear();
    expect(await sync()).toMatchObject({ adopted: 1, updated: 1, problems: [] });
    expect(world.service.requests.downloads()).toEqual([]);
    await edit('v4');
    await sendLost();
    await unlink(join(anna.folder, PLAN));
    expect(await sync()).toMatchObject({ adopted: 1, deletedRemote: 1, downloaded: 0 });
    expect(world.service.requests.downloads()).toEqual([]);
  });

  it('is the version that others went on from, which comes without a conflict', async () => {
    await edit('v2');
    await sendLost();
    await sync(ben);
    await put(ben, PLAN, 'v3 from ben');
    await sync(ben);
    expect(await sync()).toMatchObject({ downloaded: 1, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3 from ben' });
  });

  it('keeps a new name that others gave the record since, beside what was edited here', async () => {
    await edit('v2');
    await sendLost();
    await sync(ben);
    await move(ben, PLAN, RENAMED);
    await sync(ben);
    await edit('v3');
    expect(await sync()).toMatchObject({ conflicts: [], problems: [] });
    await expectAtRest({ [RENAMED]: 'v3' });
  });

  it('is no reason to delete what others renamed since', async () => {
    await edit('v2');
    await sendLost();
    await sync(ben);
    await move(ben, PLAN, RENAMED);
    await sync(ben);
    await unlink(join(anna.folder, PLAN));
    expect(await sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
    await expectAtRest({ [RENAMED]: 'v2' });
  });

  it('is found by a list that is not whole', async () => {
    for (const name of ['b.txt', 'c.txt', 'd.txt']) await put(anna, `Other/${name}`, name);
    await sync();
    await edit('v2');
    await sendLost();
    await edit('v3');
    world.service.set({ changeCountBetweenPages: 99 });
    expect((await sync()).conflicts).toEqual([]);
    world.service.set({ changeCountBetweenPages: 0 });
    await sync();
    expect(contents()).toContain('v3');
    expect(records()).toHaveLength(4);
  });

  it('gave it a name, from which it gets the next one', async () => {
    await move(anna, PLAN, RENAMED);
    await sendLost();
    await move(anna, RENAMED, AGAIN);
    expect(await sync()).toMatchObject({ moved: 1, conflicts: [], problems: [] });
    await expectAtRest({ [AGAIN]: 'v1' });
  });

  it('gave it a name, under which it is deleted or edited', async () => {
    await move(anna, PLAN, RENAMED);
    await sendLost();
    await put(anna, RENAMED, 'v2');
    expect(await sync()).toMatchObject({ conflicts: [], problems: [] });
    await expectAtRest({ [RENAMED]: 'v2' });
    await move(anna, RENAMED, AGAIN);
    await sendLost();
    await unlink(join(anna.folder, AGAIN));
    expect(await sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
    await expectAtRest({});
  });
});

describe('an update whose program ends before its reply came', () => {
  /** Ended by these signals, one after the other, after which the file is edited on. */
  async function endedBy(signals: readonly NodeJS.Signals[]): Promise<void> {
    const puts = await holdPuts(world.service.url);
    onTestFinished(() => puts.close());
    anna = world.laptop('anna', puts.url);
    await inStep();
    const sent = puts.holdOne();
    await edit('v2');
    const long = new Date(Date.now() - 60_000);
    await utimes(join(anna.folder, PLAN), long, long);
    const env = { SITESYNC_BASE_URL: puts.url, SITESYNC_TOKEN: TOKEN };
    const args = ['sync', '--once', '--site', SITE, '--root', join(anna.folder, '..'), '--data', anna.data];
    const running = startCli(args, { env });
    await sent.came;
    await sent.carryOut();
    for (const signal of signals) {
      running.child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await running.ended;
    expect(contents()).toEqual(['v2']);
    await edit('v3');
  }

  it('is known for ours where it was broken off', async () => {
    await endedBy(['SIGINT', 'SIGINT']);
    expect(await sync()).toMatchObject({ adopted: 1, updated: 1, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3' });
  });

  it('is met as one of others where it was killed: both stay', async () => {
    await endedBy(['SIGKILL']);
    expect(await sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(contents()).toEqual(['v2', 'v3']);
  });
});
