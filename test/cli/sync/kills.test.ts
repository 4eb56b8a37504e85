import { createHash } from 'node:crypto';
import { readdir, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import { Random } from '../../simulation/random.ts';
import type { RunningCli } from '../../support/command-line.ts';
import { filesIn, SITE } from '../../support/laptop.ts';
import { closeHome, openHome, startIn } from '../home.ts';

const SEED = 20_261_121;
/** Kills a direction; after each third one the program is left to finish, and everything is compared. */
const KILLS = 6;
const KILLS_A_CHECK = 3;

let home: string;
let service: RunningService;
let folder: string;
let random: Random;
let expected: Map<string, string>;
let serial = 0;
/** Files that both sides held at the last check and that were not touched since, to be changed. */
let settled: string[] = [];
/** Kills that found the program at work. */
let hits = 0;

beforeEach(async () => {
  ({ home, service } = await openHome());
  folder = join(home, 'root', 'Harbour House');
  random = new Random(SEED);
  expected = new Map();
  settled = [];
  hits = 0;
});

afterEach(() => closeHome({ home, service }));

function sync(): RunningCli {
  const args = [
    'sync',
    '--once',
    '--confirm-deletes',
    '--root',
    join(home, 'root'),
    '--site',
    SITE,
    '--json',
  ];
  return startIn({ home, service }, args);
}

const contentOf = (name: string): string =>
  `${name} ${(serial += 1)} `.repeat(random.chance(0.2) ? 40_000 : 1 + random.below(400));

/** Kills it when the service has seen so many requests more, or a moment after; where it ends before, it has ended. */
async function killed(): Promise<void> {
  const running = sync();
  const state = { over: false };
  const ended = running.ended.then(() => (state.over = true));
  const moment = service.requests.all.length + 1 + random.below(9);
  const pause = random.below(12);
  while (!state.over && service.requests.all.length < moment) await delay(1);
  await delay(pause);
  if (!state.over) hits += 1;
  running.child.kill('SIGKILL');
  await ended;
}

/** Lets it finish, and compares both sides with what an undisturbed run would have made. */
async function check(): Promise<void> {
  const { status, stdout } = await sync().ended;
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ state: 'in-sync' })]);
  const wanted = [...expected].map(([name, text]) => line(`Other/${name}`, text)).toSorted();
  const here = Object.entries(await filesIn(folder));
  expect(here.map(([path, text]) => line(path, text)).toSorted()).toEqual(wanted);
  const records = service.store.files(SITE);
  const there = records.map(({ id, name }) => line(`Other/${name}`, String(service.store.readContent(id))));
  expect(there.toSorted()).toEqual(wanted);
  const live = new Set(records.map((record) => record.id));
  const parts = await readdir(join(folder, '.sitesync', 'tmp')).catch(() => []);
  expect(parts.filter((part) => live.has(part.split('.')[0] ?? ''))).toEqual([]);
  service.requests.clear();
  const again = await sync().ended;
  expect(JSON.parse(again.stdout)).toMatchObject({ state: 'in-sync', bytesDown: 0, bytesUp: 0 });
  expect([service.requests.writes(), service.requests.downloads()]).toEqual([[], []]);
}

const line = (path: string, text: string): string =>
  `${path} ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

/**
 * One of the settled files, each once: what a person does to a file between a kill and the restart meets what the
 * killed program did to it, and then an edit that it sent beats a delete.
 */
function take(): string {
  const [name] = settled.splice(random.below(settled.length), 1);
  if (name === undefined) throw new Error('Too few files');
  return name;
}

async function suffer(add: (name: string) => Promise<void>, change: () => Promise<void>): Promise<void> {
  await sync().ended;
  for (let n = 0; n < 15; n++) await add(`new ${(serial += 1)}.txt`);
  await sync().ended;
  settled = [...expected.keys()];
  for (let kill = 1; kill <= KILLS; kill++) {
    await change();
    await killed();
    if (kill % KILLS_A_CHECK > 0) continue;
    await check();
    settled = [...expected.keys()];
  }
  expect(hits).toBeGreaterThanOrEqual(KILLS / 2);
}

it(`loses nothing and doubles nothing, killed at any moment while it sends (seed ${SEED})`, async () => {
  let clock = 1_700_000_000;
  const write = async (name: string): Promise<void> => {
    const path = join(folder, 'Other', name);
    const text = contentOf(name);
    expected.set(name, text);
    await writeFile(path, text);
    clock += 10;
    await utimes(path, clock, clock);
  };
  await suffer(write, async () => {
    for (let n = 0; n < 5; n++) await write(`new ${(serial += 1)}.txt`);
    await write(take());
    const [from, to, gone] = [take(), `renamed ${(serial += 1)}.txt`, take()];
    await rename(join(folder, 'Other', from), join(folder, 'Other', to));
    expected.set(to, expected.get(from) ?? '');
    await unlink(join(folder, 'Other', gone));
    for (const name of [from, gone]) expected.delete(name);
  });
}, 150_000);

it(`loses nothing and doubles nothing, killed at any moment while it fetches (seed ${SEED})`, async () => {
  const idOf = (name: string): string =>
    service.store.files(SITE).find((record) => record.name === name)?.id ?? '';
  const add = (name: string): Promise<void> => {
    const content = contentOf(name);
    expected.set(name, content);
    service.store.addFile(SITE, { name, category: 'other', content });
    return Promise.resolve();
  };
  await suffer(add, async () => {
    for (let n = 0; n < 5; n++) await add(`new ${(serial += 1)}.txt`);
    const [edited, from, to, gone] = [take(), take(), `renamed ${(serial += 1)}.txt`, take()];
    const content = contentOf(edited);
    expected.set(edited, content);
    service.store.editFile(idOf(edited), { content });
    service.store.editFile(idOf(from), { name: to });
    expected.set(to, expected.get(from) ?? '');
    service.store.deleteFile(idOf(gone));
    for (const name of [from, gone]) expected.delete(name);
  });
}, 150_000);
