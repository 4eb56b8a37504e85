import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const MANY = 120;

let world: World;
let home: string;
let open: EngineHome | null = null;
/** The clock goes ahead by so much, ms. */
let ahead: number;
/** Called with the number of each download before it begins. */
let onDownload: (number: number) => Promise<void>;
/** Called when a page of the list came. */
let onListed: () => void;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-cut-'));
  world = await startWorld();
  ahead = 0;
  onDownload = async () => undefined;
  onListed = () => undefined;
  world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
  for (let n = 1; n < MANY; n++)
    world.service.store.addFile(SITE, { name: `${n}.txt`, category: 'spec-sheet', content: String(n) });
});

afterEach(async () => {
  await open?.close();
  open = null;
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<EngineHome> {
  open = await openEngine(world, home, { context: watched });
  return open;
}

function watched(context: SyncContext): SyncContext {
  let downloads = 0;
  const service = aroundCalls(context.service, async (name, _args, call) => {
    if (name === 'downloadFile') {
      downloads += 1;
      await onDownload(downloads);
    }
    const answer = await call();
    if (name === 'fetchFilesPage') onListed();
    return answer;
  });
  return { ...context, service, env: { ...context.env, now: () => context.env.now() + ahead } };
}

const names = (): readonly string[] => world.service.store.files(SITE).map((file) => file.name);

async function saveLate(laptop: EngineHome): Promise<void> {
  await writeFile(join(home, 'root', 'Harbour House', 'Other', 'late.txt'), 'late');
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
}

it('those that a new choice leaves out are not fetched any more', async () => {
  const laptop = await start();
  const { mirror } = laptop.program;
  let downloads = 0;
  // The others stand still until it is chosen, however long that takes.
  const chosen = Promise.withResolvers<void>();
  onDownload = async (number) => {
    downloads = number;
    if (number > 1) return chosen.promise;
    mirror.follow({ ...mirror.followed()[0]!, keep: ['other'] });
    await laptop.engine.refresh();
    chosen.resolve();
  };
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  await until(async () => (await readdir(join(folder, 'Spec Sheet'))).length === 0);
  expect(await readdir(join(folder, 'Other'))).toEqual(['plan.txt']);
  expect(downloads).toBeLessThan(MANY / 2);
  expect(names()).toHaveLength(MANY);
});

it.each([
  ['', 61_000],
  [', though the clock was set back by days meanwhile', -3 * 86_400_000],
])('one that is saved here is seen and sent before the last, as one piece of work%s', async (_, jump) => {
  const laptop = await start();
  const { progress, slots } = laptop.context;
  const totals = new Set<number>();
  const saved = Promise.withResolvers<void>();
  onDownload = async (number) => {
    totals.add(progress.state.filesTotal);
    // What is asked for once they are cut short would be counted between the two cycles.
    if (number === slots.capacity) {
      await saveLate(laptop);
      ahead = jump;
      saved.resolve();
    }
    await saved.promise;
    // However long it takes to be sent: half of them do not come before it.
    if (number >= MANY / 2) await until(() => names().includes('late.txt'));
  };
  const folder = await laptop.follow(SITE);
  await until(() => names().includes('late.txt'));
  await until(async () => (await readdir(join(folder, 'Spec Sheet'))).length === MANY - 1);
  await laptop.atRest();
  expect([...totals]).toEqual([MANY, MANY + 1]);
});

it('one that is saved soon after they began waits for the others', async () => {
  const laptop = await start();
  let downloads = 0;
  onDownload = async (number) => {
    downloads = number;
    if (number > 1) return;
    await saveLate(laptop);
  };
  await laptop.follow(SITE);
  await until(() => names().includes('late.txt'));
  expect(downloads).toBe(MANY);
});

it('those that waited for a busy service when it was cut are expected once', async () => {
  const laptop = await start();
  const { gate, progress } = laptop.context;
  const { mirror } = laptop.program;
  onListed = () => gate.slow(SITE, 6000);
  await laptop.follow(SITE);
  await until(() => progress.state.filesTotal === MANY);
  const listed = mirror.listingNumber(SITE);
  mirror.follow({ ...mirror.followed()[0]!, keep: ['other', 'spec-sheet'] });
  await laptop.engine.refresh();
  await until(() => mirror.listingNumber(SITE) > listed);
  await until(() => progress.state.phase === 'transferring');
  expect(progress.state.filesTotal).toBe(MANY);
});
