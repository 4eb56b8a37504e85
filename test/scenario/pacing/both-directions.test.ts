import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TransferSlots } from '../../../main/sync/pacing/transfer-slots.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const MIB = 1024 * 1024;

let world: World;
let home: string;
let open: EngineHome | null;
let folder: string;
/** So many transfers stand still, until they are let go. */
let standing: number;
let letGo: () => void;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-both-'));
  world = await startWorld();
  open = null;
});

afterEach(async () => {
  letGo();
  await open?.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

/** All transfers of this kind stand still, as on a line that is slow that way. */
async function start(slow: 'createFile' | 'downloadFile', slots: number): Promise<EngineHome> {
  const over = Promise.withResolvers<void>();
  standing = 0;
  letGo = over.resolve;
  open = await openEngine(world, home, {
    context: (context) => ({
      ...context,
      slots: new TransferSlots(slots),
      service: aroundCalls(context.service, async (name, _, call) => {
        if (name !== slow) return call();
        standing += 1;
        await over.promise;
        return call();
      }),
    }),
  });
  folder = join(await open.follow(SITE), 'Other');
  await open.atRest();
  await mkdir(folder, { recursive: true });
  return open;
}

async function save(count: number, bytes: number): Promise<void> {
  for (let n = 0; n < count; n++) await writeFile(join(folder, `${n}.note`), Buffer.alloc(bytes, `${n} `));
}

function add(count: number, bytes: number): void {
  for (let n = 0; n < count; n++)
    world.service.store.addFile(SITE, {
      name: `${n}.come`,
      category: 'other',
      content: Buffer.alloc(bytes, `come ${n} `),
    });
}

const here = async (): Promise<number> =>
  (await readdir(folder)).filter((name) => name.endsWith('.come')).length;
const there = (): number =>
  world.service.store.files(SITE).filter(({ name }) => name.endsWith('.note')).length;

async function look(laptop: EngineHome): Promise<void> {
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  laptop.engine.syncNow(SITE);
  await until(() => standing > 0);
}

describe('while what is sent crawls', () => {
  it.each([60_000, 1.5 * MIB])('files of %i bytes come, however many wait to be sent', async (bytes) => {
    const laptop = await start('createFile', 8);
    await save(12, 60_000);
    add(20, bytes);
    await look(laptop);
    await until(async () => (await here()) === 20);
    expect([standing, there()]).toEqual([8, 0]);
    letGo();
    await until(() => there() === 12);
    await laptop.atRest();
    expect(laptop.reports.flatMap((report) => report.problems)).toEqual([]);
  });

  it('files come also where more wait to be sent than are made ready at once', async () => {
    const laptop = await start('createFile', 2);
    await save(120, 10);
    add(120, 10);
    await look(laptop);
    await until(async () => (await here()) === 120);
    expect([standing, there()]).toEqual([2, 0]);
  });

  it('a file that was deleted there goes here', async () => {
    const laptop = await start('createFile', 2);
    add(2, 10);
    laptop.engine.syncNow(SITE);
    await until(async () => (await here()) === 2);
    await laptop.atRest();
    await save(2, 60_000);
    await look(laptop);
    await until(() => standing === 2);
    world.service.store.deleteFile(world.service.store.files(SITE)[0]?.id ?? '');
    laptop.engine.syncNow(SITE);
    await until(async () => (await here()) === 1);
    expect(there()).toBe(0);
  });
});

it('while what comes crawls, files are sent, also more than are made ready at once', async () => {
  const laptop = await start('downloadFile', 2);
  await save(120, 10);
  add(120, 10);
  await look(laptop);
  await until(() => there() === 120);
  expect([standing, await here()]).toEqual([2, 0]);
});
