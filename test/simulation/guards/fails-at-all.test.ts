import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unknownOutcome } from '../../../main/adapters/rest/dialect.ts';
import { FAILS_AT_ALL } from '../../../main/sync/problems/reported-problems.ts';
import { fail } from '../../../shared/failure.ts';
import type { MemoryFailure } from '../../support/memory/service/faults.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

const MANY = 200;
const MINUTE = 60_000;

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** Calls on single files that reached the service since the last time that this was asked. */
function counted(laptop: GuardLaptop): () => number {
  let calls = 0;
  world.service.faults.onCall = (call) => {
    if (call !== 'list' && call !== 'sites') calls += 1;
  };
  expect(laptop.client.offline).toBe(false);
  return () => {
    const so = calls;
    calls = 0;
    return so;
  };
}

/** Each makes work of one kind, of many files. */
const WORK: readonly [string, 'create' | 'update' | 'download', (laptop: GuardLaptop) => Promise<void>][] = [
  ['sent to it', 'create', async (laptop) => putAll(laptop, 'new')],
  ['fetched from it', 'download', async () => addAll()],
  [
    'changed there',
    'update',
    async (laptop) => {
      addAll();
      await laptop.sync();
      putAll(laptop, 'edited, and longer');
    },
  ],
];

function addAll(): void {
  for (let n = 0; n < MANY; n++) world.addFile(`${n}.txt`, `${n}`);
}

function putAll(laptop: GuardLaptop, text: string): void {
  for (let n = 0; n < MANY; n++) laptop.put(`Other/${n}.txt`, `${text} ${n}`);
}

describe.each(WORK)('a service that fails at every file that is %s', (what, call, work) => {
  it('is one state, is asked little, and has all a minute after it works again', async () => {
    const laptop = await world.inStep();
    await work(laptop);
    const calls = counted(laptop);
    world.service.faults.fail({ call, failure: { status: 500 }, times: 1e9 });
    const first = await laptop.sync();
    expect(first.problems).toMatchObject([
      {
        path: '',
        code: 'service-error',
        message: expect.stringMatching(
          `^Since 09:42 the service has failed at every file that is ${what}\\. Of the last one: .* ${MANY} files wait for that\\.$`,
        ),
      },
    ]);
    // Those that are under way at a time, in the two rounds of a sync that somebody waits for; an update asks twice.
    expect(calls()).toBeLessThan(150);
    for (let minute = 0; minute < 120; minute++) {
      await laptop.env.sleep(MINUTE);
      const { problems } = await laptop.sync({ eager: false });
      expect(problems).toMatchObject([{ path: '', code: 'service-error' }]);
    }
    expect(calls() / 120).toBeLessThan(12);
    world.service.faults.forget();
    for (let minute = 0; minute < 3; minute++) {
      await laptop.env.sleep(MINUTE);
      await laptop.sync({ eager: false });
    }
    expect(await laptop.sync({ eager: false })).toMatchObject({ problems: [], files: MANY });
    expect(world.service.files(world.site)).toHaveLength(MANY);
  });
});

it('a short row of failures leaves nothing undone in a sync that somebody waits for', async () => {
  const laptop = await world.inStep();
  putAll(laptop, 'new');
  world.service.faults.fail({ call: 'create', failure: { status: 500 }, times: 6 });
  expect(await laptop.sync()).toMatchObject({ created: MANY, problems: [] });
});

it('a gateway that gives up on each create is such a state too, and each that was sent is looked up', async () => {
  const laptop = await world.inStep();
  putAll(laptop, 'new');
  world.service.faults.fail({ call: 'create', failure: { status: 502 }, times: 1e9 });
  const { problems } = await laptop.sync();
  const sent = problems.filter(({ code }) => code === 'unknown-outcome');
  expect(sent.length).toBeLessThan(40);
  expect(problems.filter(({ code }) => code === 'service-error')).toMatchObject([{ path: '' }]);
  world.service.faults.forget();
  for (let minute = 0; minute < 4; minute++) {
    await laptop.env.sleep(MINUTE);
    await laptop.sync({ eager: false });
  }
  expect(world.service.files(world.site)).toHaveLength(MANY);
});

it.each<[string, MemoryFailure]>([
  ['says that it has no place for any', { status: 404 }],
  ['allows nobody to add any', { status: 405 }],
  ['breaks off at each', 'lose-before'],
])('a service that %s is asked about a few of the files', async (_, failure) => {
  const laptop = await world.inStep();
  putAll(laptop, 'new');
  let posts = 0;
  world.service.faults.onCall = (call) => {
    if (call === 'create') posts += 1;
  };
  world.service.faults.fail({ call: 'create', failure, times: 1e9 });
  const { problems } = await laptop.sync();
  expect(problems).toContainEqual(
    expect.objectContaining({ path: '', message: expect.stringContaining('has failed at every file') }),
  );
  expect(posts).toBeLessThan(MANY);
  world.service.faults.forget();
  for (let minute = 0; minute < 3; minute++) {
    await laptop.env.sleep(MINUTE);
    await laptop.sync({ eager: false });
  }
  expect(world.service.files(world.site)).toHaveLength(MANY);
});

it('whose reply was lost is said of each file by its own name', async () => {
  const laptop = await world.inStep();
  addAll();
  await laptop.sync();
  putAll(laptop, 'edited, and longer');
  laptop.client.updateFile = async (_, { name }) => fail(unknownOutcome(`“${name}”`, 'the connection broke'));
  const { problems } = await laptop.sync({ eager: false });
  const lost = problems.filter(({ code }) => code === 'unknown-outcome');
  expect(lost.length).toBeGreaterThan(0);
  for (const { path, message } of lost) expect(message).toContain(`“${path.slice('Other/'.length)}”`);
});

it('a network that breaks for a moment is no such state', async () => {
  const laptop = await world.inStep();
  putAll(laptop, 'new');
  world.service.faults.fail({ call: 'create', failure: 'lose-before', times: 16 });
  expect(await laptop.sync({ eager: false })).toMatchObject({ created: MANY - 16 });
});

it('a file at which it fails by itself keeps its own words, and its own growing wait', async () => {
  const laptop = await world.inStep();
  putAll(laptop, 'new');
  const real = laptop.client.createFile.bind(laptop.client);
  let asked = 0;
  laptop.client.createFile = (fields, ...rest) => {
    if (fields.name === '7.txt') {
      asked += 1;
      world.service.faults.fail({ call: 'create', failure: { status: 500 } });
    }
    return real(fields, ...rest);
  };
  await laptop.sync();
  for (let minute = 0; minute < 60; minute++) {
    await laptop.env.sleep(MINUTE);
    laptop.put(`Other/other ${minute}.txt`, `${minute}`);
    const { problems } = await laptop.sync({ eager: false });
    expect(problems).toMatchObject([{ path: 'Other/7.txt', code: 'service-error' }]);
  }
  expect(laptop.mirror.problems(world.site)).not.toMatchObject([{ reason: FAILS_AT_ALL }]);
  // Twice in the first sync, then after half a minute, two minutes, ten and fifty.
  expect(asked).toBeLessThan(7);
});

it('all that wait go on with the first file that is sent, before their time', async () => {
  const laptop = await world.inStep();
  putAll(laptop, 'new');
  world.service.faults.fail({ call: 'create', failure: { status: 500 }, times: 1e9 });
  await laptop.sync();
  world.service.faults.forget();
  expect(await laptop.sync({ eager: false })).toMatchObject({ created: 0, problems: [{ path: '' }] });
  laptop.put('Other/saved since.txt', 'mine');
  expect(await laptop.sync({ eager: false })).toMatchObject({ created: MANY + 1, problems: [] });
});

it('failures between which others work are no row', async () => {
  const laptop = await world.laptop({ transfersAtOnce: 1 });
  await laptop.sync();
  putAll(laptop, 'new');
  const real = laptop.client.createFile.bind(laptop.client);
  laptop.client.createFile = (fields, ...rest) => {
    if (/^\d*7\.txt$/.test(fields.name))
      world.service.faults.fail({ call: 'create', failure: { status: 500 } });
    return real(fields, ...rest);
  };
  const { created, problems } = await laptop.sync({ eager: false });
  expect([created, problems.length]).toEqual([MANY - 20, 20]);
  expect(laptop.mirror.problems(world.site).filter(({ reason }) => reason === FAILS_AT_ALL)).toEqual([]);
});
