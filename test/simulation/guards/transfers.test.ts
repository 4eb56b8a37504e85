import { existsSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => {
  vi.restoreAllMocks();
  return world.close();
});

describe('rule 8: a download is checked before it is placed', () => {
  /** Every download comes with its last byte missing, and says so of itself. */
  function shorten(laptop: GuardLaptop, bytes: (whole: Uint8Array) => Uint8Array): void {
    const real = laptop.client.downloadFile.bind(laptop.client);
    laptop.client.downloadFile = async (...args) => {
      const answer = await real(...args);
      if (!answer.ok) return answer;
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.value.stream) chunks.push(chunk);
      const sent = bytes(Buffer.concat(chunks));
      const stream = (async function* () {
        yield sent;
      })();
      return ok({ ...answer.value, total: null, stream });
    };
  }

  it('one that is too short is not placed', async () => {
    const laptop = await world.laptop();
    world.addFile('a.txt', 'whole');
    shorten(laptop, (whole) => whole.subarray(1));
    const report = await laptop.sync();
    expect(report.problems.map((problem) => problem.code)).toEqual(['damaged-transfer']);
    expect(await filesIn(laptop.folder)).toEqual({});
  });

  it('one that goes on beyond what the record says is broken off, and not placed', async () => {
    const laptop = await world.laptop();
    world.addFile('a.txt', 'whole');
    const real = laptop.client.downloadFile.bind(laptop.client);
    let chunks = 0;
    laptop.client.downloadFile = async (...args) => {
      const answer = await real(...args);
      const stream = (async function* () {
        for (; chunks < 1000; chunks++) yield Buffer.from('whole');
      })();
      return answer.ok ? ok({ ...answer.value, total: null, stream }) : answer;
    };
    const report = await laptop.sync({ eager: false });
    expect(report.problems.map((problem) => problem.code)).toEqual(['damaged-transfer']);
    expect(chunks).toBeLessThan(10);
    expect(await filesIn(laptop.folder)).toEqual({});
  });

  it('one whose bytes are not those that the record names is not placed', async () => {
    const writer = await world.laptop();
    writer.put('Other/a.txt', 'whole');
    await writer.sync();
    const laptop = await world.laptop();
    let flip = 0;
    shorten(laptop, (whole) => Uint8Array.from(whole, (byte, at) => (at === 0 ? byte ^ ++flip : byte)));
    const report = await laptop.sync({ eager: false });
    expect(report.problems.map((problem) => problem.code)).toEqual(['damaged-transfer']);
    expect(await filesIn(laptop.folder)).toEqual({});
  });

  it('an edit made while it came is no victim of it', async () => {
    const laptop = await world.inStep('a.txt');
    world.service.editFile(world.idOf('a.txt'), { content: 'from the service' });
    world.atCall('download', () => writeFileSync(join(laptop.folder, 'Other/a.txt'), 'edited meanwhile'));
    await laptop.sync();
    await laptop.sync();
    expect(Object.values(await filesIn(laptop.folder)).sort()).toEqual([
      'edited meanwhile',
      'from the service',
    ]);
    expect(world.contents()).toEqual(['edited meanwhile', 'from the service']);
  });

  it('a file made while it came, in its very place, is no victim of it', async () => {
    const laptop = await world.inStep();
    world.addFile('a.txt', 'from the service');
    world.atCall('download', () => laptop.put('Other/a.txt', 'made meanwhile'));
    await laptop.sync();
    await laptop.sync();
    expect(Object.values(await filesIn(laptop.folder)).sort()).toEqual([
      'from the service',
      'made meanwhile',
    ]);
  });
});

describe('rule 9: a file that is being written', () => {
  it('is waited for', async () => {
    const laptop = await world.laptop({ settings: { stillMs: 60_000 } });
    await laptop.sync();
    laptop.put('Other/a.txt', 'half a sent');
    expect(await laptop.sync({ eager: false })).toMatchObject({ created: 0, problems: [] });
    expect(world.contents()).toEqual([]);
    await laptop.env.sleep(61_000);
    expect(await laptop.sync({ eager: false })).toMatchObject({ created: 1 });
  });

  it.each(['create', 'update'] as const)(
    'and grows while it is sent, as a %s, is sent again',
    async (call) => {
      const laptop = await world.inStep(...(call === 'update' ? ['large.bin'] : []));
      const large = 'x'.repeat(2 * 1024 * 1024);
      laptop.put('Other/large.bin', large);
      world.atCall(call, () => writeFileSync(join(laptop.folder, 'Other/large.bin'), `${large} and more`));
      // In one go: a sync that ended before would not be in step.
      await laptop.sync();
      expect(world.contents()).toEqual([`${large} and more`]);
    },
  );

  it.each([
    ['create', 2 * 1024 * 1024],
    ['update', 2 * 1024 * 1024],
    ['create', 10],
    ['update', 10],
  ] as const)(
    'and is saved by a rename while it is sent, as a %s of %i bytes, is sent again',
    async (call, size) => {
      const laptop = await world.inStep(...(call === 'update' ? ['plan.bin'] : []));
      laptop.put('Other/plan.bin', 'x'.repeat(size));
      world.atCall(call, () => {
        void laptop.env.sleep(2000);
        laptop.put('Other/saving.tmp', 'y'.repeat(size));
        renameSync(join(laptop.folder, 'Other/saving.tmp'), join(laptop.folder, 'Other/plan.bin'));
      });
      await laptop.sync();
      expect(world.contents()).toEqual(['y'.repeat(size)]);
    },
  );

  it.each(['create', 'update'] as const)(
    'a file that is saved anew while it is sent is in step at the end of the same sync: %s',
    async (call) => {
      const laptop = await world.laptop();
      const [path, large] = ['Other/a.txt', 'x'.repeat(2_000_000)];
      if (call === 'update') {
        laptop.put(path, 'first');
        await laptop.sync();
      }
      laptop.put(path, large);
      // As most programs save: under another name, which takes the place of the file.
      world.atCall(call, () => {
        laptop.put('Other/saving.tmp', 'saved anew');
        renameSync(join(laptop.folder, 'Other/saving.tmp'), join(laptop.folder, path));
      });
      await laptop.sync();
      expect(world.contents()).toEqual(['saved anew']);
    },
  );
});

describe('rule 10: a name that another record has', () => {
  it.each<[string, readonly (readonly [from: string, to: string])[], readonly string[]]>([
    [
      'a chain',
      [
        ['c', 'd'],
        ['b', 'c'],
        ['a', 'b'],
      ],
      ['b', 'c', 'd'],
    ],
    [
      'a ring',
      [
        ['c', 't'],
        ['b', 'c'],
        ['a', 'b'],
        ['t', 'a'],
      ],
      ['a', 'b', 'c'],
    ],
  ])('%s of renames waits for one that is refused, and goes on after it', async (_, renames, names) => {
    for (const name of ['a', 'b']) world.addFile(name, `${name} v1`);
    const laptop = await world.inStep('c');
    for (const [from, to] of renames)
      renameSync(join(laptop.folder, 'Other', from), join(laptop.folder, 'Other', to));
    const held = (): readonly string[] => world.service.files(world.site).map(({ name }) => name);
    let twice = 0;
    world.service.faults.onCall = () => (twice += new Set(held()).size < 3 ? 1 : 0);
    world.service.faults.fail({ call: 'update', failure: { status: 403 } });
    const { moved, problems } = await laptop.sync({ eager: false });
    expect(moved).toBe(0);
    expect(problems.map(({ code }) => code).toSorted()).toEqual(['in-use', 'in-use', 'no-access']);
    expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
    expect([held().toSorted(), twice]).toEqual([names, 0]);
  });
});

it('rule 10: a name that another record has in another case waits for that record too', async () => {
  world.addFile('draft.txt', 'the draft');
  const laptop = await world.inStep('plan.txt');
  const renamed = (from: string, to: string): void =>
    renameSync(join(laptop.folder, 'Other', from), join(laptop.folder, 'Other', to));
  renamed('plan.txt', 'plan of May.txt');
  renamed('draft.txt', 'Plan.txt');
  const names = (): readonly string[] => world.service.files(world.site).map(({ name }) => name);
  let twice = 0;
  world.service.faults.onCall = () => {
    twice += new Set(names().map((name) => name.toLowerCase())).size < 2 ? 1 : 0;
  };
  world.service.faults.fail({ call: 'update', failure: { status: 403 } });
  const { problems } = await laptop.sync({ eager: false });
  expect(problems.map(({ code }) => code).toSorted()).toEqual(['in-use', 'no-access']);
  expect(names()).toEqual(['draft.txt', 'plan.txt']);
  expect(await laptop.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
  expect([names(), twice]).toEqual([['Plan.txt', 'plan of May.txt'], 0]);
});

describe('rule 11: one record for each file', () => {
  it('also where the reply is lost and the service keeps neither mark nor place', async () => {
    world.service.faults.dropMetadata = true;
    const laptop = await world.inStep();
    laptop.put('Block A/a.txt', 'mine');
    world.service.faults.fail({ call: 'create', failure: 'lose-after' });
    await laptop.sync();
    await laptop.sync();
    expect(world.contents()).toEqual(['mine']);
    expect(await filesIn(laptop.folder)).toEqual({ 'Block A/a.txt': 'mine' });
  });

  it('also where the listing after it is not whole', async () => {
    const laptop = await world.inStep('known.txt');
    laptop.put('Other/a.txt', 'mine');
    world.service.faults.fail({ call: 'create', failure: 'lose-after' });
    world.atCall('create', () => (world.service.faults.skipRow = 6));
    await laptop.sync();
    expect(world.contents()).toEqual(['known.txt v1', 'mine']);
    await laptop.sync();
    expect(world.contents()).toEqual(['known.txt v1', 'mine']);
    expect(laptop.mirror.intents(world.site)).toEqual([]);
  });
});

describe('rule 12: places', () => {
  it.each(['../outside.txt', 'Other/../../outside.txt', '.sitesync/site.json', '/etc/hostname'])(
    'the disk refuses %s whoever asks',
    async (path) => {
      const laptop = await world.inStep();
      const asked = await laptop.context.disk.stat(laptop.folder, path as RelPath);
      expect(asked).toMatchObject({ ok: false, failure: { code: 'unsafe-path' } });
    },
  );

  it('a scan of one folder does not go through a link', async () => {
    const laptop = await world.inStep();
    const outside = join(dirname(laptop.folder), 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    symlinkSync(outside, join(laptop.folder, 'Linked'));
    await laptop.sync({ scope: { below: ['Linked'], directly: [] } });
    expect(laptop.mirror.counts(world.site).local).toBe(0);
    expect(world.contents()).toEqual([]);
  });
});

describe('rule 15: what is left out', () => {
  it('litter, lock files, partial downloads and models are not sent', async () => {
    const laptop = await world.inStep();
    for (const path of ['.DS_Store', 'Other/~$plan.docx', 'Other/a.part', 'Other/.git/x', 'Models/tower.glb'])
      laptop.put(path, 'left out');
    laptop.put('Other/plan.docx', 'sent');
    await laptop.sync();
    expect(laptop.mirror.counts(world.site).local).toBe(1);
    expect(world.contents()).toEqual(['sent']);
  });
});

describe('rule 16: what is not kept here', () => {
  it('is no delete where it is gone', async () => {
    const laptop = await world.inStep('a.txt');
    const [followed] = laptop.mirror.followed();
    if (followed === undefined) throw new Error('No site is followed');
    laptop.mirror.follow({ ...followed, keep: 'none' });
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    await laptop.sync();
    expect(world.contents()).toEqual(['a.txt v1']);
  });

  it('gives up no copy that the service does not prove to hold', async () => {
    const laptop = await world.inStep('a.txt');
    const [followed] = laptop.mirror.followed();
    if (followed === undefined) throw new Error('No site is followed');
    laptop.mirror.follow({ ...followed, keep: 'none' });
    world.service.freezeListings();
    world.service.deleteFile(world.idOf('a.txt'));
    await laptop.sync();
    const kept = [...Object.values(await filesIn(laptop.folder)), ...(await trashIn(laptop.folder))];
    expect(kept).toEqual(['a.txt v1']);
  });
});

describe('rule 17: the disk', () => {
  it('a download that would leave too little room does not start, and the others are not tried', async () => {
    let asked = 0;
    const laptop = await world.laptop({
      transfersAtOnce: 1,
      disk: () => ({
        space: () => {
          asked += 1;
          return Promise.resolve(ok({ freeBytes: 1_000_000, totalBytes: 1e12, disk: 'one' }));
        },
      }),
    });
    for (const name of ['a.txt', 'b.txt', 'c.txt']) world.addFile(name, name);
    laptop.put('Other/mine.txt', 'mine');
    const report = await laptop.sync({ eager: false });
    expect(report.problems).toMatchObject([
      {
        code: 'disk-full',
        message: expect.stringMatching(/^There is not .+ 2 more files wait for the same reason\.$/),
      },
    ]);
    const said = laptop.mirror.problems(world.site).map(({ path, message }) => message.includes(path));
    expect(said).toEqual([true, true, true]);
    // Each says what it needs, what is free, and on which disk.
    const room = `it needs 5 B, 1.0 MB is free on the disk of ${laptop.folder}, and 1.00 GB must stay free.`;
    for (const { message } of laptop.mirror.problems(world.site)) expect(message).toContain(room);
    expect(asked).toBe(1);
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Other/mine.txt']);
    expect(world.contents()).toContain('mine');
    expect(existsSync(join(laptop.folder, '.sitesync/tmp'))).toBe(false);
  });
});

it('a file for which there is no room keeps no smaller one from coming', async () => {
  const space = { freeBytes: 1_000_000_100, totalBytes: 1e12, disk: 'one' };
  const laptop = await world.laptop({
    transfersAtOnce: 1,
    disk: () => ({ space: () => Promise.resolve(ok(space)) }),
  });
  for (const [name, size] of [
    ['a.glb', 300],
    ['b.ifc', 200],
    ['c.pdf', 40],
    ['d.pdf', 30],
  ] as const)
    world.addFile(name, name.repeat(size / name.length));
  const report = await laptop.sync();
  expect(Object.keys(await filesIn(laptop.folder)).toSorted()).toEqual(['Other/c.pdf', 'Other/d.pdf']);
  expect(report.problems).toMatchObject([
    { code: 'disk-full', message: expect.stringMatching(/ One more file waits for the same reason\.$/) },
  ]);
});

describe('what must not happen between two looks', () => {
  it('a file renamed while its delete is on the way is not deleted twice', async () => {
    const laptop = await world.inStep('a.txt');
    world.atCall('list', () =>
      renameSync(join(laptop.folder, 'Other/a.txt'), join(laptop.folder, 'Other/b.txt')),
    );
    await laptop.sync();
    await laptop.sync();
    expect(world.contents()).toEqual(['a.txt v1']);
    expect(existsSync(join(laptop.folder, 'Other/b.txt'))).toBe(true);
  });
});
