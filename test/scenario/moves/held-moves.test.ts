import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const NAMES = ['1.txt', '2.txt', '3.txt', '4.txt'];

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;
/** Of the next new version: the service has it, and the reply does not come. */
let held: PromiseWithResolvers<void> | null;
let reached: PromiseWithResolvers<void>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-held-moves-'));
  world = await startWorld();
  for (const name of NAMES) world.service.store.addFile(SITE, { name, category: 'other', content: name });
  held = null;
  reached = Promise.withResolvers();
  laptop = await openEngine(world, home, {
    context: (context) => ({
      ...context,
      service: aroundCalls(context.service, async (name, _, call) => {
        const reply = await call();
        if (name !== 'updateFile' || held === null) return reply;
        reached.resolve();
        await held.promise;
        return reply;
      }),
    }),
  });
  folder = await laptop.follow(SITE);
  await laptop.atRest();
});

afterEach(async () => {
  held?.resolve();
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

const contents = async (): Promise<readonly (readonly string[])[]> => {
  const names = (await readdir(join(folder, 'Other'))).toSorted();
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, 'Other', name), 'utf8')]));
};

/** A new version of the last file is on its way when a colleague adds a first one and gives each file the next number. */
async function renumberWhileSending(): Promise<void> {
  held = Promise.withResolvers();
  await writeFile(join(folder, 'Other', '4.txt'), '4.txt, edited here');
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  await reached.promise;
  const { store } = world.service;
  for (const { id, name } of store.files(SITE))
    store.editFile(id, { name: `${Number.parseInt(name) + 1}.txt` });
  store.addFile(SITE, { name: '1.txt', category: 'other', content: 'the new first' });
}

it('files that get the next number each, and a new one, wait for what is on its way, and nothing is wrong with them', async () => {
  await renumberWhileSending();
  const { mirror } = laptop.program;
  // When the second one lists, the first is over.
  for (let cycle = 0; cycle < 2; cycle++) {
    const before = mirror.listingNumber(SITE);
    laptop.engine.syncNow(SITE);
    await until(() => mirror.listingNumber(SITE) > before);
  }
  expect(mirror.problems(SITE)).toEqual([]);
  expect(laptop.reports.flatMap(({ problems }) => problems)).toEqual([]);
  held?.resolve();
  await until(() => existsSync(join(folder, 'Other', '5.txt')));
  laptop.engine.syncNow(SITE);
  await laptop.atRest();
  expect(await contents()).toEqual([
    ['1.txt', 'the new first'],
    ['2.txt', '1.txt'],
    ['3.txt', '2.txt'],
    ['4.txt', '3.txt'],
    ['5.txt', '4.txt, edited here'],
  ]);
  expect(mirror.problems(SITE)).toEqual([]);
});
