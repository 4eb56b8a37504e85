import { cpSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type Failure } from '../../../shared/failure.ts';
import { lookAtFolder } from '../../../main/sync/observe/look.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

const LOCKED: Failure = { code: 'unreadable', message: 'Not read.', hint: 'Later.', retry: 'later' };

let world: GuardWorld;
let laptop: GuardLaptop;
let inFlight: InFlight;
/** What the service answers waits for this. */
let answer: PromiseWithResolvers<void>;
let isSending: boolean;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt', 'b.txt');
  laptop.env.sleep = () => new Promise(setImmediate);
  inFlight = new InFlight();
  answer = Promise.withResolvers();
  isSending = false;
  const { client } = laptop;
  const slow =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      isSending = true;
      await answer.promise;
      return call(...args);
    };
  client.createFile = slow(client.createFile.bind(client));
  client.updateFile = slow(client.updateFile.bind(client));
  client.downloadFile = slow(client.downloadFile.bind(client));
});

afterEach(() => world.close());

/** The site's folder as it is now, kept to be put back. */
function backUp(): void {
  cpSync(laptop.folder, `${laptop.folder} copied`, { recursive: true, preserveTimestamps: true });
}

function putBackupInPlace(): void {
  rmSync(laptop.folder, { recursive: true });
  renameSync(`${laptop.folder} copied`, laptop.folder);
}

/** A cycle that ends while its transfer is on its way, as where a watch has seen that more changed. */
async function beginToSend(): Promise<void> {
  await laptop.sync({ inFlight, eager: false, isCutShort: () => isSending });
  expect(isSending).toBe(true);
}

/** As a watch does, whose cycle is cut short by the transfer that is still on its way. */
async function mergeByCycle(): Promise<void> {
  await laptop.sync({ inFlight, eager: false, isCutShort: () => true });
}

/** As a watch does that is paused. */
async function mergeByLook(): Promise<void> {
  const [site] = laptop.mirror.followed();
  const looked = await inFlight.snapshot(() => lookAtFolder(laptop.context, site!, null, inFlight));
  expect(looked).toMatchObject({ ok: true });
}

async function settle(): Promise<void> {
  answer.resolve();
  await inFlight.settled();
  for (let times = 0; times < 2; times++)
    expect(await laptop.sync({ inFlight })).toMatchObject({ deletedRemote: 0, trashed: 0, problems: [] });
}

describe.each([
  ['by a cycle', mergeByCycle],
  ['by a look while all is paused', mergeByLook],
])('rule 6: what is on its way while an older copy of the folder is merged %s', (_, merge) => {
  it('is not deleted on the service because the copy lacks it', async () => {
    backUp();
    laptop.put('Other/mine.txt', 'mine');
    await beginToSend();
    putBackupInPlace();
    await merge();
    await settle();
    expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1', 'mine']);
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/mine.txt': 'mine' });
  });

  it('is sent once where the copy holds it too', async () => {
    laptop.put('Other/mine.txt', 'mine');
    laptop.put('Other/a.txt', 'a.txt of the next version');
    backUp();
    await beginToSend();
    putBackupInPlace();
    await merge();
    await settle();
    expect(world.contents()).toEqual(['a.txt of the next version', 'b.txt v1', 'mine']);
    expect(await filesIn(laptop.folder)).toEqual({
      'Other/a.txt': 'a.txt of the next version',
      'Other/b.txt': 'b.txt v1',
      'Other/mine.txt': 'mine',
    });
  });

  it('comes once, and replaces nothing that is in the copy alone', async () => {
    backUp();
    world.addFile('theirs.txt', 'theirs');
    writeFileSync(join(`${laptop.folder} copied`, 'Other/theirs.txt'), 'mine of that name');
    await beginToSend();
    putBackupInPlace();
    await merge();
    await settle();
    expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1', 'mine of that name', 'theirs']);
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/theirs.txt': 'theirs' });
  });

  it('is not overwritten by what is older in the copy', async () => {
    backUp();
    laptop.put('Other/a.txt', 'a.txt of the next version');
    await beginToSend();
    putBackupInPlace();
    await merge();
    await settle();
    // Nobody knows which of them is wanted: both stay.
    expect(world.contents()).toEqual(['a.txt of the next version', 'a.txt v1', 'b.txt v1']);
    expect(await filesIn(laptop.folder)).toMatchObject({ 'Other/a.txt': 'a.txt of the next version' });
  });
});

it.each([
  ['', true],
  [' and cannot be read', false],
])(
  'rule 6: a new file whose reply was lost is not overwritten by what is older in a copy that is put back%s',
  async (_, isReadable) => {
    answer.resolve();
    laptop.put('Other/mine.txt', 'mine, older');
    utimesSync(join(laptop.folder, 'Other/mine.txt'), 1_700_000_000, 1_700_000_000);
    backUp();
    writeFileSync(join(laptop.folder, 'Other/mine.txt'), 'mine, newer');
    await loseReply();
    expect(world.contents()).toContain('mine, newer');
    putBackupInPlace();
    if (isReadable) await laptop.sync({ eager: false });
    else await unreadable(() => laptop.sync({ eager: false }));
    await syncLater();
    expect(world.contents()).toContain('mine, newer');
  },
);

it('rule 11: a new file whose reply was lost is sent once, though it cannot be read when a copy with it is merged', async () => {
  answer.resolve();
  laptop.put('Other/mine.txt', 'mine');
  backUp();
  await loseReply();
  putBackupInPlace();
  await unreadable(() => laptop.sync({ eager: false, list: false }));
  await syncLater();
  expect(world.contents()).toEqual(['a.txt v1', 'b.txt v1', 'mine']);
});

/** The service makes the record, and neither its reply nor the next list arrives. */
async function loseReply(): Promise<void> {
  const { faults } = world.service;
  faults.fail({ call: 'create', failure: 'lose-after' });
  world.atCall('create', () => faults.fail({ call: 'list', failure: 'lose-before', times: 1 }));
  await laptop.sync({ eager: false });
  expect(laptop.mirror.intents(world.site)).toHaveLength(1);
}

async function syncLater(): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await laptop.env.sleep(3_600_000);
    await laptop.sync();
  }
}

/** No file can be read meanwhile, as where another program holds them all. */
async function unreadable(work: () => Promise<unknown>): Promise<void> {
  const { disk } = laptop.context;
  const before = { ...disk };
  disk.hash = (_folder, files) => Promise.resolve(files.map(() => fail(LOCKED)));
  await work();
  Object.assign(disk, before);
}
