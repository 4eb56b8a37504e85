import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { TransferSlots } from '../../../main/sync/pacing/transfer-slots.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const MIB = 1024 * 1024;

let world: World;
let home: string;
let open: EngineHome | null;
let folder: string;
/** Photos that are on their way; they arrive when told. */
let sending: number;
let arrive: () => void;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-beside-'));
  world = await startWorld();
  open = null;
  sending = 0;
});

afterEach(async () => {
  arrive();
  await open?.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

async function start(
  change: (context: SyncContext) => Partial<SyncContext> = () => ({}),
): Promise<EngineHome> {
  const arrived = Promise.withResolvers<void>();
  arrive = arrived.resolve;
  open = await openEngine(world, home, {
    context: (context) => ({
      ...context,
      ...change(context),
      service: aroundCalls(context.service, async (name, args, call) => {
        const isPhoto = name === 'createFile' && (args[0] as { name: string }).name.endsWith('.jpg');
        if (isPhoto) {
          sending += 1;
          await arrived.promise;
        }
        return call();
      }),
    }),
  });
  folder = join(await open.follow(SITE), 'Other');
  await open.atRest();
  await mkdir(folder, { recursive: true });
  return open;
}

async function savePhotos(count: number, bytes: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const photo = join(folder, `photo ${n}.jpg`);
    await writeFile(photo, `photo ${n}`);
    await truncate(photo, bytes);
  }
}

const hint = (laptop: EngineHome): void =>
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
const names = (): readonly string[] => world.service.store.files(SITE).map((file) => file.name);

it('a note that is saved while photos travel that have all slots is there before them', async () => {
  const laptop = await start();
  await savePhotos(4, 8 * MIB);
  hint(laptop);
  await until(() => sending === 4);
  await writeFile(join(folder, 'note.txt'), 'note');
  hint(laptop);
  await until(() => names().length > 0);
  expect(names()).toEqual(['note.txt']);
  arrive();
  await until(() => names().length === 5);
  await laptop.atRest();
  expect(laptop.reports.flatMap((report) => report.problems)).toEqual([]);
});

it('a note that is planned behind more photos than there are lanes is there before them', async () => {
  const laptop = await start(() => ({ slots: new TransferSlots(2) }));
  await savePhotos(60, MIB + 1);
  await writeFile(join(folder, 'the last note.txt'), 'note');
  hint(laptop);
  await until(() => names().length > 0);
  expect(names()).toEqual(['the last note.txt']);
  await until(() => sending === 1);
});

it('expects all that waits also while it looks at both sides amid many photos', async () => {
  let ahead = 0;
  const expected: number[] = [];
  const laptop = await start((context) => ({
    env: { ...context.env, now: () => context.env.now() + ahead },
    disk: {
      ...context.disk,
      scan: (...of) => {
        const { filesTotal } = context.progress.state;
        if (ahead > 0) expected.push(filesTotal);
        return context.disk.scan(...of);
      },
    },
  }));
  await savePhotos(60, MIB + 1);
  hint(laptop);
  await until(() => sending > 0);
  expect(laptop.context.progress.state.filesTotal).toBe(60);
  // What comes amid thousands of files is looked for after a minute.
  ahead = 61_000;
  await writeFile(join(folder, 'note.txt'), 'note');
  hint(laptop);
  await until(() => names().includes('note.txt'));
  expect(expected).toEqual([60]);
  expect(laptop.context.progress.state.filesTotal).toBe(61);
  // After a pause of all both sides are looked at again, too.
  laptop.engine.pauseAll();
  ahead += 61_000;
  hint(laptop);
  await until(() => expected.length > 1);
  laptop.engine.resumeAll();
  await until(() => expected.length > 2);
  expect(expected).toEqual([60, 61, 61]);
  arrive();
  await until(() => names().length === 61);
  await laptop.atRest();
  expect(laptop.context.progress.state).toMatchObject({ filesTotal: 0, bytesTotal: 0 });
});
