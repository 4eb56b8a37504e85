import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const MANY = 120;
const TOO_LARGE: Failure = { code: 'too-large', message: 'It is too large.', hint: '', retry: 'on-change' };

let world: World;
let home: string;
let folder: string;
let open: EngineHome | null = null;
/** The clock goes ahead by so much, ms. */
let ahead: number;
/** What was sent, in its order. */
let sent: string[];
/** Called with the name of each file before it is sent; what it says is the answer, but for null. */
let onCreate: (name: string, signal?: AbortSignal) => Promise<Failure | null>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-cut-'));
  folder = join(home, 'root', 'Harbour House', 'Other');
  world = await startWorld();
  ahead = 0;
  sent = [];
  onCreate = async () => null;
});

afterEach(async () => {
  await open?.close();
  open = null;
  await world.close();
  await rm(home, { recursive: true, force: true });
});

function watched(context: SyncContext): SyncContext {
  const { service, env } = context;
  const counting = aroundCalls(service, async (call, args, ask) => {
    if (call !== 'createFile') return ask();
    const [{ name }, , options] = args as Parameters<typeof service.createFile>;
    sent.push(name);
    const failure = await onCreate(name, options?.signal);
    return failure === null ? ask() : fail(failure);
  });
  return { ...context, service: counting, env: { ...env, now: () => env.now() + ahead } };
}

const names = (): readonly string[] => world.service.store.files(SITE).map((file) => file.name);

async function save(name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), name);
  open?.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
}

/** One file is on its way and stays so until it is answered, and the cycle that began it is over. */
async function sendOneBeside(faster = 1): Promise<{
  readonly laptop: EngineHome;
  readonly answer: (failure: Failure | null) => void;
  readonly signal: AbortSignal | undefined;
}> {
  const answer = Promise.withResolvers<Failure | null>();
  const reached = Promise.withResolvers<AbortSignal | undefined>();
  onCreate = async (name, signal) => {
    if (name !== 'large.txt') return null;
    reached.resolve(signal);
    return answer.promise;
  };
  open = await openEngine(world, home, { context: watched, faster });
  await save('large.txt');
  await open.follow(SITE);
  const signal = await reached.promise;
  await save('late.txt');
  await until(() => names().includes('late.txt'));
  return { laptop: open, answer: answer.resolve, signal };
}

it('small files that were made ready and not sent are sent by the next cycle, without a listing', async () => {
  const laptop = await openEngine(world, home, { context: watched });
  open = laptop;
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < MANY; n++) await writeFile(join(folder, `${n}.txt`), String(n));
  onCreate = async () => {
    if (sent.length > 1) return null;
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
    ahead = 61_000;
    return null;
  };
  await laptop.follow(SITE);
  await laptop.atRest();
  expect(laptop.reports.length).toBeGreaterThan(1);
  expect(names()).toHaveLength(MANY);
  expect(laptop.program.mirror.intents(SITE)).toEqual([]);
  expect(laptop.reports.flatMap((report) => report.problems)).toEqual([]);
});

it('one that is refused while another cycle sends is not sent again by that one, and is told of once', async () => {
  const { laptop, answer } = await sendOneBeside();
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<null>();
  onCreate = async () => {
    reached.resolve();
    return held.promise;
  };
  await save('later.txt');
  await reached.promise;
  answer(TOO_LARGE);
  await until(() => laptop.program.mirror.problems(SITE).length === 1);
  held.resolve(null);
  await until(() => names().includes('later.txt'));
  await laptop.atRest();
  expect(sent.filter((name) => name === 'large.txt')).toHaveLength(1);
  const told = laptop.reports.flatMap((report) => report.problems.map(({ code }) => code));
  expect(new Set(told)).toEqual(new Set(['too-large']));
  expect(laptop.reports.at(-1)?.problems).toHaveLength(1);
});

it('one that arrives while all is stopped is reported', async () => {
  const { laptop, answer } = await sendOneBeside();
  const stopped = laptop.engine.stop();
  answer(null);
  await stopped;
  expect(names().toSorted()).toEqual(['large.txt', 'late.txt']);
  expect(laptop.reports.reduce((sum, { created }) => sum + created, 0)).toBe(2);
  expect(laptop.reports.at(-1)?.problems).toEqual([]);
});

it('one that is broken off where all is stopped does not read as in step', async () => {
  const { laptop, answer, signal } = await sendOneBeside(20);
  const stopped = laptop.engine.stop();
  await until(() => signal?.aborted === true);
  answer(null);
  await stopped;
  expect(names()).toEqual(['late.txt']);
  expect(laptop.reports.at(-1)?.problems.map(({ code }) => code)).toEqual(['cancelled']);
});
