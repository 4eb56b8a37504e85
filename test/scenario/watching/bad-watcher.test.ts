import { cp, mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWatcher } from '../../../main/adapters/watch/watch.ts';
import type { Environment, Watcher, WatchHint } from '../../../main/sync/ports/environment.ts';
import type { PauseSwitch } from '../../../main/sync/pacing/pause-switch.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { watchSites } from '../../../main/sync/watch/watch-run.ts';
import { ok } from '../../../shared/failure.ts';
import { SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

/** A minute passes in three seconds: half a minute is 1.5 s here, a quarter of an hour 45 s, longer than any wait below. */
const FASTER = 20;
const PATIENCE = 40_000;

let world: World;
let anna: Laptop;

beforeEach(async () => {
  world = await startWorld();
  anna = world.laptop('anna');
  await anna.sync();
});

afterEach(() => world.close());

/** Notices whose matter is over. */
let over: string[];
beforeEach(() => {
  over = [];
});

/** Watches while `work` runs, on a fast clock. */
async function watching(
  watcher: Watcher,
  work: (notices: readonly string[], scans: () => number, pauseSwitch: PauseSwitch) => Promise<void>,
  faster = FASTER,
): Promise<void> {
  const stopping = new AbortController();
  const { program, context: made } = await openSignedIn({
    data: anna.data,
    baseUrl: world.service.url,
    stopping: stopping.signal,
  });
  const context = { ...made, env: fast(made.env, faster), stopping: stopping.signal };
  let scans = 0;
  const disk: Disk = {
    ...context.disk,
    scan: async (folder, scanOptions, onBatch) => {
      const report = await context.disk.scan(folder, scanOptions, onBatch);
      scans += 1;
      return report;
    },
  };
  const notices: string[] = [];
  const options = {
    onReport: () => undefined,
    onNotice: (line: string) => void (isOfTheWatch(line) && notices.push(line)),
    onOver: (line: string) => void (isOfTheWatch(line) && over.push(line)),
  };
  const run = watchSites({ ...context, disk }, watcher, program.mirror.followed(), options);
  try {
    await work(notices, () => scans, context.pauseSwitch);
  } finally {
    stopping.abort();
    await run;
    await program.close();
  }
}

/** The service answers in real time: on a fast clock, and a slow machine, it seems silent, which is said as well. */
const isOfTheWatch = (line: string): boolean => !line.includes('nothing has come from the service');

function fast(env: Environment, faster: number): Environment {
  const start = env.now();
  return {
    ...env,
    now: () => start + (env.now() - start) * faster,
    sleep: (ms, signal) => env.sleep(ms / faster, signal),
  };
}

/** Polls by the clock of the machine: counted tries would take longer than a quarter of an hour does here. */
const SOON = { timeout: PATIENCE, interval: 20 };

const arrives = (name: string): Promise<void> =>
  expect.poll(() => world.service.store.files(SITE).map((file) => file.name), SOON).toContain(name);

it('says that hints were lost, scans at once, and every half minute from then on', async () => {
  let hint: ((hint: WatchHint) => void) | null = null;
  const deaf: Watcher = {
    watch: (_folder, _ignored, onHint) => {
      hint = onHint;
      return { ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() };
    },
  };
  await watching(deaf, async (notices, scans) => {
    // The first look, once it is watched, finds whatever is there without a hint.
    await expect.poll(scans, SOON).toBeGreaterThan(0);
    await writeFile(join(anna.folder, 'Other', 'missed.txt'), 'missed');
    hint?.({ kind: 'lost', why: 'the queue ran over' });
    await arrives('missed.txt');
    await writeFile(join(anna.folder, 'Other', 'later.txt'), 'no hint of it');
    await arrives('later.txt');
    hint?.({ kind: 'lost', why: 'the queue ran over' });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/may have been missed: the queue ran over\. .* every half minute/);
    expect(notices[0]).toContain(anna.folder);
    expect(over).toEqual([]);
  });
  // Nobody watches any more.
  expect(over).toHaveLength(1);
});

it('finds what no hint told of by a scan of everything now and then', async () => {
  const deaf: Watcher = {
    watch: () => ({ ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() }),
  };
  const quarterOfAnHourIsASecond = 900;
  await watching(
    deaf,
    async (notices, scans) => {
      while (scans() === 0) await delay(10);
      await writeFile(join(anna.folder, 'Other', 'unseen.txt'), 'unseen');
      await arrives('unseen.txt');
      expect(notices).toEqual([]);
    },
    quarterOfAnHourIsASecond,
  );
});

it('sees what changes in a folder that was away and is back, though its watcher does not', async () => {
  await watching(createWatcher(), async (notices, scans) => {
    // On a busy machine it begins later: what is away before it is watched is another matter.
    while (scans() === 0) await delay(10);
    await delay(300);
    await rename(anna.folder, `${anna.folder} on the drive`);
    await mkdir(anna.folder);
    // What the watcher missed is said first where that is seen first; that the folder is away takes its place.
    // The folder is there: what shows that it is the right one is not.
    const away = `Nothing shows that ${anna.folder} is the folder of Harbour House: its SiteSync marker is not there, or damaged. If its drive is not connected, connect it. If it is the right folder, stop keeping the site here and keep it again in it: that merges and deletes nothing. SiteSync looks for it every half minute.`;
    await expect.poll(() => notices.at(-1), SOON).toBe(away);
    await rmdir(anna.folder);
    await rename(`${anna.folder} on the drive`, anna.folder);
    await writeFile(join(anna.folder, 'Other', 'on the drive.txt'), 'edited elsewhere');
    await arrives('on the drive.txt');
    await expect.poll(() => over, SOON).toEqual(notices);
  });
});

it('says once that a copy took the place of the folder in mid-cycle, and merges it soon', async () => {
  const deaf: Watcher = {
    watch: () => ({ ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() }),
  };
  const { store, requests, switches } = world.service;
  await watching(deaf, async (notices, scans) => {
    while (scans() === 0) await delay(10);
    switches.set({ downloadBytesPerSecond: 1_000_000 });
    const { id } = store.addFile(SITE, {
      name: 'slow.bin',
      category: 'other',
      content: 'x'.repeat(2_000_000),
    });
    await expect.poll(() => requests.all.some(({ path }) => path.includes(`${id}/`)), SOON).toBe(true);
    await cp(anna.folder, `${anna.folder} copied`, { recursive: true, preserveTimestamps: true });
    await rename(anna.folder, `${anna.folder} itself`);
    await rename(`${anna.folder} copied`, anna.folder);
    await expect.poll(() => readdir(join(anna.folder, 'Other')), SOON).toContain('slow.bin');
    await expect.poll(() => over, SOON).toEqual(notices);
    expect(notices).toEqual([
      `The folder ${anna.folder} was put back from a copy while it was being synced. Nothing more was put into it. The next sync compares it anew, which deletes nothing.`,
    ]);
    expect(await readdir(join(`${anna.folder} itself`, 'Other'))).toEqual([]);
  });
});

it('sees that the folder above it was moved, of which no watcher tells, also while all is paused', async () => {
  const root = dirname(anna.folder);
  // Nothing is listed, and all of it is scanned after a quarter of an hour only.
  await watching(createWatcher(), async (notices, scans, pauseSwitch) => {
    while (scans() === 0) await delay(10);
    pauseSwitch.hold();
    await delay(300);
    await rename(root, `${root} elsewhere`);
    const away = `The folder ${anna.folder} is not there. `;
    await expect.poll(() => notices, SOON).toEqual([expect.stringContaining(away)]);
    await rename(`${root} elsewhere`, root);
    await expect.poll(() => over, SOON).toEqual(notices);
  });
});

it('says that a folder is back as soon as a look finds it there, and watches it anew at once', async () => {
  let [hint, opened]: [((hint: WatchHint) => void) | null, number] = [null, 0];
  const watcher: Watcher = {
    watch: (_folder, _ignored, onHint) => {
      [hint, opened] = [onHint, opened + 1];
      return { ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() };
    },
  };
  const changed: WatchHint = { kind: 'changed', folder: 'Other', deep: false };
  // The clock runs as it does: half a minute would be longer than this waits.
  const soon = { timeout: 25_000, interval: 20 };
  await watching(
    watcher,
    async (notices, scans) => {
      while (scans() === 0) await delay(10);
      await rename(anna.folder, `${anna.folder} on the drive`);
      hint?.(changed);
      await expect.poll(() => notices.length, soon).toBe(1);
      await rename(`${anna.folder} on the drive`, anna.folder);
      hint?.(changed);
      await expect.poll(() => [over.length, opened], soon).toEqual([1, 2]);
      expect(over).toEqual(notices);
    },
    1,
  );
});
