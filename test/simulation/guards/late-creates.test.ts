import { mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LATE } from '../../../main/sync/problems/late-creates.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import type { FileFields, WriteReply } from '../../../main/sync/ports/service.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn } from '../../support/laptop.ts';
import { GATEWAY, GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** What the service makes of each create: other fields than were sent, or another answer. */
function creates(
  laptop: GuardLaptop,
  over: {
    readonly fields?: (fields: FileFields) => FileFields;
    readonly reply?: (reply: Result<WriteReply>) => Result<WriteReply>;
  },
): { posts: number } {
  const seen = { posts: 0 };
  const real = laptop.client.createFile.bind(laptop.client);
  laptop.client.createFile = async (fields, ...rest) => {
    seen.posts += 1;
    const reply = await real(over.fields?.(fields) ?? fields, ...rest);
    return over.reply?.(reply) ?? reply;
  };
  return seen;
}

/** What is said when it is looked for again: what the answer was then may be mended. */
const STILL = 'Whether Other/a.txt arrived is not known yet.';

interface Unanswered {
  readonly laptop: GuardLaptop;
  readonly seen: { readonly posts: number };
  readonly move: (from: string, to: string) => void;
  readonly id: FileId;
}

describe('a create that the service took, and lists later', () => {
  it.each<[string, (laptop: GuardLaptop) => unknown]>([
    ['is answered with nothing', () => (world.service.faults.createReply = 'nothing')],
    ['is answered by a gateway that gave up', (laptop) => creates(laptop, { reply: () => fail(GATEWAY) })],
  ])('%s: it is waited for, and that is said', async (_, prepare) => {
    const laptop = await world.inStep('known.txt');
    prepare(laptop);
    world.service.freezeListings();
    laptop.put('Other/a.txt', 'mine');
    for (let sync = 0; sync < 3; sync++) {
      const waits = 'It waits until 09:42, since the service may show it late.';
      const why = sync === 0 ? expect.stringContaining(`. ${waits}`) : `${STILL} ${waits}`;
      expect((await laptop.sync()).problems).toMatchObject([
        { path: 'Other/a.txt', code: 'unknown-outcome', message: why as string },
      ]);
      const nextAt = laptop.mirror.intents(world.site)[0]?.lateUntil;
      expect(laptop.mirror.problems(world.site)).toMatchObject([{ tries: 1, nextAt, action: 'create' }]);
      await laptop.env.sleep(30_000);
    }
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
    expect(world.contents()).toEqual(['known.txt v1', 'mine']);
    expect(await filesIn(laptop.folder)).toEqual({
      'Other/a.txt': 'mine',
      'Other/known.txt': 'known.txt v1',
    });
  });

  it.each([
    ['right after it', false],
    ['where another sync found it waiting', true],
  ])('waits for a whole list when that time is over, and says so: %s', async (_, again) => {
    const laptop = await world.inStep('known.txt');
    const seen = creates(laptop, { reply: () => fail(GATEWAY) });
    world.service.freezeListings();
    laptop.put('Other/a.txt', 'mine');
    await laptop.sync();
    if (again) {
      // As where a person wants it tried again.
      laptop.mirror.clearProblems(world.site, null);
      await laptop.sync();
    }
    const page = laptop.client.filesPage.bind(laptop.client);
    laptop.client.filesPage = async (...asked) => {
      const got = await page(...asked);
      return got.ok ? ok({ ...got.value, count: (got.value.count ?? 0) + 1 }) : got;
    };
    await laptop.env.sleep(LATE);
    const { problems } = await laptop.sync();
    expect(problems.find(({ path }) => path === 'Other/a.txt')).toMatchObject({ message: STILL });
    expect(seen.posts).toBe(1);
  });

  it('is sent again where it did not come of it after all', async () => {
    const laptop = await world.inStep('known.txt');
    const seen = creates(laptop, { reply: () => ok({ id: null, record: null }) });
    laptop.put('Other/a.txt', 'mine');
    world.service.freezeListings();
    await laptop.sync();
    world.service.deleteFile(world.idOf('a.txt'));
    world.service.thawListings();
    await laptop.sync();
    expect(seen.posts).toBe(1);
    await laptop.env.sleep(LATE);
    await laptop.sync();
    expect(seen.posts).toBe(2);
    expect(world.contents()).toEqual(['known.txt v1', 'mine']);
  });

  it('is not waited for till a clock that was set back has caught up', async () => {
    const laptop = await world.inStep('known.txt');
    const seen = creates(laptop, { reply: () => ok({ id: null, record: null }) });
    laptop.put('Other/a.txt', 'mine');
    world.service.freezeListings();
    await laptop.sync();
    world.service.deleteFile(world.idOf('a.txt'));
    world.service.thawListings();
    await laptop.env.sleep(-2 * LATE);
    await laptop.sync();
    expect(seen.posts).toBe(2);
  });

  it('keeps its reason where it was edited here and deleted there', async () => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    world.service.deleteFile(world.idOf('a.txt'));
    laptop.put('Other/a.txt', 'edited, and longer');
    creates(laptop, { reply: () => fail(GATEWAY) });
    world.service.freezeListings();
    for (let sync = 0; sync < 2; sync++)
      expect((await laptop.sync()).problems).toMatchObject([
        { path: 'Other/a.txt', code: 'unknown-outcome' },
      ]);
    world.service.thawListings();
    expect((await laptop.sync()).problems).toEqual([]);
    expect(world.contents()).toEqual(['b.txt v1', 'edited, and longer']);
  });
});

describe('a create of which no answer came', () => {
  /** Sends `mine`, the answer is lost, and no list shows it. */
  async function unanswered(path: string, ...known: readonly string[]): Promise<Unanswered> {
    const laptop = await world.inStep(...known);
    const seen = creates(laptop, { reply: () => fail(GATEWAY) });
    world.service.freezeListings();
    laptop.put(path, 'mine');
    await laptop.sync();
    const move = (from: string, to: string): void => {
      mkdirSync(dirname(join(laptop.folder, to)), { recursive: true });
      renameSync(join(laptop.folder, from), join(laptop.folder, to));
    };
    return { laptop, seen, move, id: world.idOf(path.slice(path.lastIndexOf('/') + 1)) };
  }

  describe.each([
    ['before a list shows it', true],
    ['after one that does not', false],
  ])('%s', (_, isListed) => {
    /** Lists that lack it come first, where it is not listed at once. */
    async function synced(laptop: GuardLaptop, waits: readonly string[]): Promise<void> {
      if (!isListed) {
        const { problems, ...report } = await laptop.sync();
        expect(report).toMatchObject({ created: 0, updated: 0, moved: 0, deletedRemote: 0 });
        expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(waits);
      }
      world.service.thawListings();
      expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    }

    it('is known by its file, which was moved since', async () => {
      const { laptop, seen, move, id } = await unanswered('Block A/a.txt');
      move('Block A/a.txt', 'Block B/b.txt');
      await synced(laptop, ['unknown-outcome Block B/b.txt']);
      expect(world.service.file(id)).toMatchObject({ name: 'b.txt' });
      expect(seen.posts).toBe(1);
    });

    it('is known by its file, which traded its name with another one', async () => {
      const { laptop, seen, move, id } = await unanswered('Other/new.txt', 'known.txt');
      const known = world.idOf('known.txt');
      move('Other/new.txt', 'Other/aside');
      move('Other/known.txt', 'Other/new.txt');
      move('Other/aside', 'Other/known.txt');
      await synced(laptop, ['unknown-outcome Other/new.txt', 'unknown-outcome Other/known.txt']);
      expect(world.service.file(id)).toMatchObject({ name: 'known.txt' });
      expect(world.service.file(known)).toMatchObject({ name: 'new.txt' });
      expect(await filesIn(laptop.folder)).toEqual({
        'Other/known.txt': 'mine',
        'Other/new.txt': 'known.txt v1',
      });
      expect(seen.posts).toBe(1);
    });
  });

  it('is known by its file, whose folder was renamed and which was edited in it', async () => {
    const { laptop, seen, move, id } = await unanswered('Block A/a.txt');
    move('Block A/a.txt', 'Block B/a.txt');
    laptop.put('Block B/a.txt', 'mine, edited');
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(world.idOf('a.txt')).toBe(id);
    expect(world.contents()).toEqual(['mine, edited']);
    expect(seen.posts).toBe(1);
  });

  it('is another file’s record no more than before, where its own was replaced by it', async () => {
    const { laptop, move, id } = await unanswered('Other/new.txt');
    laptop.put('Other/saved.tmp', 'mine, saved anew');
    move('Other/saved.tmp', 'Other/new.txt');
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(world.idOf('new.txt')).toBe(id);
    expect(world.contents()).toEqual(['mine, saved anew']);
  });
});

describe('files that were just sent, and that the service lists later', () => {
  it('are no deletes to be asked about', async () => {
    const laptop = await world.inStep('known.txt');
    world.service.freezeListings();
    for (let n = 0; n < 6; n++) laptop.put(`Other/${n}.txt`, `mine ${n}`);
    await laptop.sync();
    expect(await laptop.sync()).toMatchObject({ held: null, trashed: 0, problems: [] });
    world.service.thawListings();
    expect(await laptop.sync()).toMatchObject({ held: null, files: 7, downloaded: 0, problems: [] });
  });

  it('go at once where the service proves that they are gone', async () => {
    const laptop = await world.inStep('known.txt', 'other.txt');
    laptop.put('Other/a.txt', 'mine');
    await laptop.sync();
    world.service.deleteFile(world.idOf('a.txt'));
    expect(await laptop.sync()).toMatchObject({ trashed: 1, problems: [] });
  });
});

describe('what waits for another file says so', () => {
  it('a record of others that the service may have made of a file from here', async () => {
    const laptop = await world.inStep('known.txt');
    creates(laptop, { reply: () => fail(GATEWAY) });
    world.service.freezeListings();
    laptop.put('Other/a.txt', 'mine');
    await laptop.sync();
    world.service.deleteFile(world.idOf('a.txt'));
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    world.addFile('a.txt', 'of others');
    world.service.thawListings();
    expect((await laptop.sync()).problems).toMatchObject([{ path: 'Other/a.txt', code: 'unknown-outcome' }]);
    await laptop.env.sleep(LATE);
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, problems: [] });
  });

  it('a record whose place is that of a file whose delete is held', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    const laptop = await world.inStep(...names);
    for (const name of names) unlinkSync(join(laptop.folder, 'Other', name));
    world.addFile('a.txt', 'another');
    expect(await laptop.sync()).toMatchObject({
      held: { count: 5 },
      problems: [{ path: 'Other/a.txt', code: 'in-use' }],
    });
    await laptop.sync({ confirmDeletes: true });
    expect((await laptop.sync()).problems).toEqual([]);
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'another' });
  });
});

it('a create to which the service gave another name is found by its bytes', async () => {
  const { faults } = world.service;
  faults.dropMetadata = true;
  faults.createReply = 'nothing';
  const laptop = await world.inStep();
  const seen = creates(laptop, {
    fields: (fields) => ({ ...fields, name: fields.name.replaceAll(' ', '_') }),
  });
  laptop.put('Block A/x y.jpg', 'east');
  laptop.put('Block B/x y.jpg', 'west');
  for (let sync = 0; sync < 3; sync++) expect((await laptop.sync()).problems).toEqual([]);
  expect(seen.posts).toBe(2);
  expect(world.contents()).toEqual(['east', 'west']);
  expect(await filesIn(laptop.folder)).toEqual({ 'Block A/x y.jpg': 'east', 'Block B/x y.jpg': 'west' });
});

it.each(['id', 'nothing'] as const)(
  'a create that was answered with %s, and is listed only some cycles later, makes no second record',
  async (createReply) => {
    const { faults } = world.service;
    // Neither a mark nor the bytes tell of it: only the answer does.
    Object.assign(faults, { dropMetadata: true, createReply, rewrite: withMark });
    const laptop = await world.inStep();
    const watched = { inFlight: new InFlight(), watching: true };
    world.service.freezeListings();
    faults.fail({ call: 'read', failure: { status: 404 } });
    laptop.put('Other/a.txt', 'mine');
    await laptop.sync(watched);
    await laptop.sync({ ...watched, list: false });
    await laptop.env.sleep(LATE / 2);
    await laptop.sync(watched);
    world.service.thawListings();
    expect(await laptop.sync(watched)).toMatchObject({ created: 1, problems: [] });
    expect(watched.inFlight.unseenCreates.size).toBe(0);
    await laptop.env.sleep(LATE);
    expect(await laptop.sync(watched)).toMatchObject({ created: 0, conflicts: [], problems: [] });
    expect(world.contents()).toEqual(['mine!']);
  },
);

function withMark(bytes: Uint8Array): Uint8Array {
  return new Uint8Array([...bytes, 33]);
}

describe('a service that answers with a record which was there before', () => {
  /** As one does that keeps the same bytes but once. */
  async function keepingOnce(): Promise<{ laptop: GuardLaptop; seen: { posts: number } }> {
    const laptop = await world.inStep();
    let first: Result<WriteReply> | null = null;
    const seen = creates(laptop, {
      reply: (reply) => {
        if (first === null) return (first = reply);
        if (reply.ok && reply.value.id !== null) world.service.deleteFile(reply.value.id);
        return first;
      },
    });
    return { laptop, seen };
  }

  it.each([
    ['of the same cycle', 1],
    ['of an earlier one', 2],
  ])('%s is not sent to for ever', async (_, cycles) => {
    const { laptop, seen } = await keepingOnce();
    laptop.put('Other/a.txt', 'twin');
    if (cycles === 2) await laptop.sync();
    laptop.put('Other/b.txt', 'twin');
    for (let sync = 0; sync < 3; sync++)
      expect((await laptop.sync()).problems).toMatchObject([
        { path: expect.stringMatching(/^Other\/[ab]\.txt$/), code: 'refused' },
      ]);
    expect(seen.posts).toBe(2);
    expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'twin', 'Other/b.txt': 'twin' });
    unlinkSync(join(laptop.folder, 'Other/b.txt'));
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    expect((await laptop.sync()).problems).toEqual([]);
  });
});
