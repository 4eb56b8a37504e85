import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { fail, ok } from '../../../shared/failure.ts';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Files that go from this computer alone: the service has the only copy then (rule 16). */

let world: GuardWorld;
let onFree: (free: Disk['free']) => Disk['free'];

beforeEach(() => {
  world = new GuardWorld();
  onFree = (free) => free;
});

afterEach(() => world.close());

async function inStep(...names: readonly string[]): Promise<GuardLaptop> {
  for (const name of names) world.addFile(name, `${name} v1`);
  const laptop = await world.laptop({
    disk: (disk) => ({ free: (...args) => onFree((...own) => disk.free(...own))(...args) }),
  });
  await laptop.sync();
  return laptop;
}

it('a file that is wanted again after a crash is fetched, and its record not deleted', async () => {
  const laptop = await inStep('a.txt');
  const id = world.idOf('a.txt');
  laptop.mirror.setPin(world.site, id, false);
  onFree =
    (free) =>
    async (...args) => {
      await free(...args);
      throw new Error('killed');
    };
  await expect(laptop.sync()).rejects.toThrow('killed');
  expect(await filesIn(laptop.folder)).toEqual({});
  laptop.mirror.setPin(world.site, id, null);
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  expect(world.contents()).toEqual(['a.txt v1']);
});

it('a file that is wanted again while the service is asked for its record stays', async () => {
  const laptop = await inStep('a.txt');
  const id = world.idOf('a.txt');
  laptop.mirror.setPin(world.site, id, false);
  world.atCall('read', () => laptop.mirror.setPin(world.site, id, true));
  expect(await laptop.sync()).toMatchObject({ downloaded: 0, problems: [] });
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'a.txt v1' });
});

it('a file that cannot be removed stays agreed on, with what was sent over it', async () => {
  const laptop = await inStep('a.txt');
  laptop.put('Other/a.txt', 'sent from here');
  await laptop.sync();
  const id = world.idOf('a.txt');
  const before = [laptop.mirror.trees(world.site).base.get(id), laptop.mirror.sentBytes(world.site, id)];
  expect(before).not.toContain(null);
  laptop.mirror.setPin(world.site, id, false);
  await laptop.env.sleep(10 * 60_000);
  onFree = () => async () =>
    fail({ code: 'in-use', message: 'It is open.', hint: 'Close it.', retry: 'later' });
  expect(await laptop.sync()).toMatchObject({ problems: [{ code: 'in-use' }] });
  expect([laptop.mirror.trees(world.site).base.get(id), laptop.mirror.sentBytes(world.site, id)]).toEqual(
    before,
  );
});

it('a file that went all the same is not deleted there, although it is wanted again before it is looked for', async () => {
  const laptop = await inStep('a.txt');
  const id = world.idOf('a.txt');
  laptop.mirror.setPin(world.site, id, false);
  onFree =
    (free) =>
    async (...args) => {
      await free(...args);
      laptop.mirror.setPin(world.site, id, true);
      return fail({ code: 'unreadable', message: 'The trash was not flushed.', hint: '', retry: 'later' });
    };
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
  expect(world.contents()).toEqual(['a.txt v1']);
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'a.txt v1' });
});

it('many files that go together change the marker once, and a sync without any not at all', async () => {
  const laptop = await inStep('a.txt', 'b.txt', 'c.txt');
  const marker = (): string => readFileSync(join(laptop.folder, '.sitesync/site.json'), 'utf8');
  const before = marker();
  await laptop.sync();
  expect(marker()).toBe(before);
  const words = new Set<string>();
  onFree =
    (free) =>
    (...args) => {
      words.add(marker());
      return free(...args);
    };
  for (const name of ['a.txt', 'b.txt', 'c.txt']) laptop.mirror.setPin(world.site, world.idOf(name), false);
  expect(await laptop.sync()).toMatchObject({ problems: [] });
  expect(await filesIn(laptop.folder)).toEqual({});
  expect([words.size, words.has(before)]).toEqual([1, false]);
});

it('a file stays of which the service has no bytes, and says so', async () => {
  const laptop = await inStep('a.txt');
  laptop.mirror.setPin(world.site, world.idOf('a.txt'), false);
  world.service.faults.fail({ call: 'download', times: 9, failure: { status: 404 } });
  expect(await laptop.sync()).toMatchObject({
    problems: [{ code: 'not-found', message: expect.stringContaining('stays on this computer') as string }],
  });
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'a.txt v1' });
});

it('a file of which the service kept a part, or something else, goes to the trash', async () => {
  const laptop = await inStep('a.txt');
  world.service.faults.rewrite = (bytes) => bytes.subarray(0, 4);
  laptop.put('Other/a.txt', 'a whole day of measuring');
  expect(await laptop.sync()).toMatchObject({ updated: 1, problems: [] });
  await laptop.env.sleep(10 * 60_000);
  laptop.mirror.setPin(world.site, world.idOf('a.txt'), false);
  expect(await laptop.sync()).toMatchObject({ problems: [] });
  expect(await filesIn(laptop.folder)).toEqual({});
  expect(await trashIn(laptop.folder)).toContain('a whole day of measuring');
});

it('an edit stays for ten minutes after it was sent, and says so', async () => {
  const laptop = await inStep('a.txt', 'b.txt', 'c.txt');
  laptop.put('Other/a.txt', 'edited first');
  await laptop.sync();
  await laptop.env.sleep(10 * 60_000);
  laptop.put('Other/b.txt', 'edited after it');
  laptop.put('Other/d.txt', 'new here');
  await laptop.sync();
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
    laptop.mirror.setPin(world.site, world.idOf(name), false);
  expect(await laptop.sync()).toMatchObject({ problems: [{ path: 'Other/b.txt', code: 'just-sent' }] });
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/b.txt': 'edited after it' });
  await laptop.env.sleep(9 * 60_000);
  expect(await laptop.sync()).toMatchObject({ problems: [{ code: 'just-sent' }] });
  await laptop.env.sleep(60_000);
  expect(await laptop.sync()).toMatchObject({ problems: [] });
  expect(await filesIn(laptop.folder)).toEqual({});
});

it('an edit stays also where one before it was sent while the clock was a year ahead', async () => {
  const laptop = await inStep('a.txt');
  const year = 365 * 24 * 60 * 60_000;
  await laptop.env.sleep(year);
  laptop.put('Other/a.txt', 'edited in a year');
  await laptop.sync();
  laptop.mirror.setPin(world.site, world.idOf('a.txt'), false);
  await laptop.env.sleep(-year);
  laptop.put('Other/a.txt', 'edited now');
  expect(await laptop.sync()).toMatchObject({ problems: [{ code: 'just-sent' }] });
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'edited now' });
  await laptop.env.sleep(10 * 60_000);
  expect(await laptop.sync()).toMatchObject({ problems: [] });
  expect(await filesIn(laptop.folder)).toEqual({});
});

it('of a file that is longer on the service by now no more is read than what comes first', async () => {
  const laptop = await inStep('a.txt');
  laptop.mirror.setPin(world.site, world.idOf('a.txt'), false);
  const { client } = laptop;
  const download = client.downloadFile.bind(client);
  let pieces = 0;
  client.downloadFile = async (...asked) => {
    const answer = await download(...asked);
    if (!answer.ok) return answer;
    async function* longer(): AsyncIterable<Uint8Array> {
      for (; pieces < 100; pieces++) yield new Uint8Array(1000);
    }
    return ok({ ...answer.value, offset: 7, total: 100_007, stream: longer() });
  };
  expect(await laptop.sync()).toMatchObject({ problems: [] });
  expect(pieces).toBe(0);
  expect(await trashIn(laptop.folder)).toContain('a.txt v1');
});
