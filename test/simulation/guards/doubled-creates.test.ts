import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followSite, unfollowSite } from '../../../main/sync/following/follow.ts';
import { givenUp } from '../../../main/sync/settings/given-up-creates.ts';
import type { FileFields } from '../../../main/sync/ports/service.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** A gateway that reaches no service in time, and names no time to come again. */
const BUSY: Failure = {
  code: 'busy',
  reason: 'may-be-done',
  message: 'It is busy.',
  hint: '',
  retry: 'later',
  retryAfterMs: 30_000,
};

const REFUSED: Failure = { code: 'too-large', message: 'Too large.', hint: '', retry: 'on-change' };

/**
 * The first create is answered by the gateway, and `finish` is the service behind it, which ends its work. Later ones are
 * answered by the service; `refuses`: in the negative.
 */
function slowService(
  laptop: GuardLaptop,
  text = 'mine',
): { posts: number; refuses: boolean; finish: () => void } {
  const real = laptop.client.createFile.bind(laptop.client);
  const seen = { posts: 0, refuses: false, finish: (): void => undefined };
  laptop.client.createFile = async (fields: FileFields, body, options) => {
    seen.posts += 1;
    if (seen.posts > 1) return seen.refuses ? fail(REFUSED) : real(fields, body, options);
    seen.finish = () => void world.service.addFile(world.site, { ...fields, content: text });
    return fail(BUSY);
  };
  return seen;
}

/** The file is sent twice: the service ended the first create after a list did not show it. */
async function sentTwice(): Promise<GuardLaptop> {
  const laptop = await world.inStep('known.txt');
  const seen = slowService(laptop);
  laptop.put('Other/a.txt', 'mine');
  expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
  expect(seen.posts).toBe(2);
  await laptop.env.sleep(5 * 60_000);
  seen.finish();
  expect(world.contents()).toEqual(['known.txt v1', 'mine', 'mine']);
  return laptop;
}

/** The records of the file, in the order of their coming: the second one is that of the create that was given up. */
const records = (): readonly FileId[] =>
  world.service.files(world.site).flatMap(({ id, name }) => (name === 'known.txt' ? [] : [id]));

it('a create that a gateway gave up, and that the service ends minutes later, leaves one record', async () => {
  const laptop = await sentTwice();
  const [kept] = records();
  const held = { held: null, problems: [], downloaded: 0, trashed: 0, moved: 0 };
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 1, ...held });
  expect(records()).toEqual([kept]);
  expect(laptop.mirror.activity(world.site, 1)).toMatchObject([
    { action: 'deleteRemote', path: 'Other/a.txt', reason: 'sent-twice' },
  ]);
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, ...held });
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'mine', 'Other/known.txt': 'known.txt v1' });
});

it.each<[string, (laptop: GuardLaptop) => void]>([
  ['somebody renamed it', () => world.service.editFile(records()[1] as FileId, { name: 'theirs.txt' })],
  ['the other one was edited here', (laptop) => laptop.put('Other/a.txt', 'edited, and longer')],
  ['somebody deleted the other one', () => void world.service.deleteFile(records()[0] as FileId)],
  [
    'somebody deletes the other one right after it was listed',
    () => world.atCall('read', () => void world.service.deleteFile(records()[0] as FileId)),
  ],
])('its record stays where %s', async (why, before) => {
  const laptop = await sentTwice();
  const [, double] = records();
  if (why.includes('edited')) {
    // Before the service ended the create: its bytes are nowhere else any more.
    const late = world.service.file(double as FileId);
    world.service.deleteFile(double as FileId);
    before(laptop);
    await laptop.sync();
    world.service.addFile(world.site, { name: 'a.txt', content: 'mine', metadata: late?.metadata ?? {} });
  } else before(laptop);
  await laptop.sync();
  await laptop.sync();
  if (why.includes('renamed')) expect(records()).toContain(double);
  expect(world.contents()).toContain('mine');
  expect(Object.values(await filesIn(laptop.folder))).toContain('mine');
});

it.each([
  ['it', 1, ['known.txt v1', 'mine', 'written into on the web']],
  ['the other one', 0, ['known.txt v1', 'mine', 'written into on the web']],
])('no record is deleted where others wrote into %s, which keeps our facts', async (_, which, contents) => {
  const laptop = await sentTwice();
  world.service.editFile(records()[which] as FileId, { content: 'written into on the web' });
  await laptop.sync();
  await laptop.sync();
  expect(world.contents()).toEqual(contents);
  const before = laptop.client.requests;
  await laptop.sync();
  // It is not read again with each look.
  expect(laptop.client.requests - before).toBeLessThan(4);
});

it('a record of our mark is deleted only within an hour', async () => {
  const laptop = await sentTwice();
  await laptop.env.sleep(60 * 60_000);
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
});

/** Its create was given up and sent again in vain; the service ends the first one after that. */
async function endedLate(text: string): Promise<GuardLaptop> {
  const laptop = await world.inStep('known.txt');
  const seen = slowService(laptop, text);
  seen.refuses = true;
  laptop.put('Other/a.txt', text);
  expect(await laptop.sync()).toMatchObject({ created: 0, problems: [{ code: 'too-large' }] });
  seen.finish();
  seen.refuses = false;
  return laptop;
}

/** Both files are there and here, and stay so. */
async function expectBoth(laptop: GuardLaptop, files: Readonly<Record<string, string>>): Promise<void> {
  for (let cycle = 0; cycle < 3; cycle++)
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, trashed: 0, problems: [] });
  expect(world.contents()).toEqual(Object.values(files).toSorted());
  expect(await filesIn(laptop.folder)).toEqual(files);
}

it('a late record that became the file’s own is no second one, also beside a copy of the file', async () => {
  const laptop = await endedLate('mine');
  expect(await laptop.sync()).toMatchObject({ created: 0, problems: [] });
  laptop.put('Other/copy.txt', 'mine');
  expect(await laptop.sync()).toMatchObject({ created: 1 });
  await expectBoth(laptop, {
    'Other/a.txt': 'mine',
    'Other/copy.txt': 'mine',
    'Other/known.txt': 'known.txt v1',
  });
});

it('a late record is the file’s own where only another file has a record of its bytes', async () => {
  const laptop = await endedLate('known.txt v1');
  const [late] = records();
  expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
  expect(records()).toEqual([late]);
  await expectBoth(laptop, { 'Other/a.txt': 'known.txt v1', 'Other/known.txt': 'known.txt v1' });
});

it('a late record is no second one of itself where it became a file’s own in another place than it states', async () => {
  const laptop = await world.inStep('known.txt');
  const real = laptop.client.createFile.bind(laptop.client);
  let finish = (): void => undefined;
  laptop.client.createFile = async (fields: FileFields) => {
    const facts = { ...(fields.metadata as { sitesync: object }).sitesync, path: '.git/a.txt' };
    finish = () =>
      void world.service.addFile(world.site, { ...fields, content: 'mine', metadata: { sitesync: facts } });
    laptop.client.createFile = async () => fail(REFUSED);
    return fail(BUSY);
  };
  laptop.put('Other/a.txt', 'mine');
  expect(await laptop.sync()).toMatchObject({ created: 0 });
  finish();
  laptop.client.createFile = real;
  await expectBoth(laptop, { 'Other/a.txt': 'mine', 'Other/known.txt': 'known.txt v1' });
});

it('beside a late record that became the file’s own, another late one of it goes', async () => {
  const laptop = await world.inStep('known.txt');
  const finish: (() => void)[] = [];
  laptop.client.createFile = async (fields: FileFields) => {
    finish.push(() => void world.service.addFile(world.site, { ...fields, content: 'mine' }));
    return fail(finish.length > 2 ? REFUSED : BUSY);
  };
  laptop.put('Other/a.txt', 'mine');
  for (let sync = 0; sync < 4 && finish.length < 3; sync++) {
    await laptop.sync();
    await laptop.env.sleep(6 * 60_000);
  }
  finish[0]?.();
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
  const [own] = records();
  finish[1]?.();
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 1 });
  await expectBoth(laptop, { 'Other/a.txt': 'mine', 'Other/known.txt': 'known.txt v1' });
  expect(records()).toEqual([own]);
});

it('a late record stays where the file was edited, and another one holds the bytes from before', async () => {
  const laptop = await sentTwice();
  const [own, late] = records();
  laptop.put('Other/a.txt', 'edited, and longer');
  laptop.put('Other/copy.txt', 'mine');
  const listed = world.service.file(late as FileId);
  world.service.deleteFile(late as FileId);
  expect(await laptop.sync()).toMatchObject({ created: 1, updated: 1, problems: [] });
  world.service.addFile(world.site, { name: 'a.txt', content: 'mine', metadata: listed?.metadata ?? {} });
  expect(await laptop.sync()).toMatchObject({ deletedRemote: 0 });
  expect(world.contents()).toEqual(['edited, and longer', 'known.txt v1', 'mine', 'mine']);
  expect(world.service.file(own as FileId)).not.toBeNull();
});

it('a create that was given up is forgotten with its site: kept again, no record of it is deleted beside its like', async () => {
  const laptop = await endedLate('known.txt v1');
  const { context, mirror } = laptop;
  unfollowSite(context, mirror.followed()[0]!);
  expect(givenUp(mirror, world.site, laptop.env.now())).toEqual([]);
  expect(await followSite(context, mirror.site(world.site)!, laptop.folder, 'all')).toMatchObject({
    ok: true,
  });
  await expectBoth(laptop, { 'Other/a.txt': 'known.txt v1', 'Other/known.txt': 'known.txt v1' });
});

/** Something on the way carries out Anna's create twice, `between` comes in between, and the last answer arrives. */
async function repeatedOnTheWay(
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<GuardLaptop> {
  const anna = await world.inStep('known.txt');
  const real = anna.client.createFile.bind(anna.client);
  anna.client.createFile = async (...create) => {
    await real(...create);
    await between();
    return real(...create);
  };
  anna.put('Other/a.txt', 'mine');
  expect(await anna.sync()).toMatchObject({ created: 1, problems: [] });
  expect(world.contents()).toEqual(['known.txt v1', 'mine', 'mine']);
  return anna;
}

it('a create that something on the way sent twice leaves one record', async () => {
  const anna = await repeatedOnTheWay();
  const [, kept] = records();
  const quiet = { conflicts: [], problems: [], held: null, downloaded: 0, trashed: 0, moved: 0 };
  expect(await anna.sync()).toMatchObject({ deletedRemote: 1, ...quiet });
  expect(records()).toEqual([kept]);
  expect(await anna.sync()).toMatchObject({ deletedRemote: 0, ...quiet });
  expect(await filesIn(anna.folder)).toEqual({ 'Other/a.txt': 'mine', 'Other/known.txt': 'known.txt v1' });
});

it('of its two records another computer deletes none, whichever it saw first', async () => {
  const ben = await world.laptop();
  const anna = await repeatedOnTheWay(() => ben.sync());
  expect(await ben.sync()).toMatchObject({ deletedRemote: 0 });
  for (const each of [anna, ben, anna, ben]) await each.sync();
  expect(world.contents()).toEqual(['known.txt v1', 'mine']);
  for (const { folder } of [anna, ben])
    expect(Object.values(await filesIn(folder)).toSorted()).toEqual(['known.txt v1', 'mine']);
});

it.each<[string, () => void]>([
  ['somebody renamed it', () => world.service.editFile(records()[0] as FileId, { name: 'theirs.txt' })],
  ['somebody wrote into it', () => world.service.editFile(records()[0] as FileId, { content: 'web!' })],
])('its second record stays where %s', async (_, before) => {
  const anna = await repeatedOnTheWay();
  before();
  expect(await anna.sync()).toMatchObject({ deletedRemote: 0 });
  await anna.sync();
  expect(records()).toHaveLength(2);
});

it('a copy that somebody makes of a record later stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const anna = await world.inStep('known.txt');
    anna.put('Other/a.txt', 'mine');
    await anna.sync();
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const metadata = world.service.file(world.idOf('a.txt'))?.metadata ?? {};
    world.service.addFile(world.site, { name: 'a.txt', category: 'other', content: 'mine', metadata });
    expect(await anna.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
  } finally {
    vi.useRealTimers();
  }
});
