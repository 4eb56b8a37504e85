import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import type { RunningCli } from '../../support/command-line.ts';
import { endlessGrace } from '../../support/faults/endless-grace.ts';
import { until } from '../../support/engine-home.ts';
import { filesIn, SITE } from '../../support/laptop.ts';
import { closeHome, openHome, startIn } from '../home.ts';

/** The grace that steps under way are given, ms. */
const GRACE = 5000;
/** Tries of `until`: a busy machine starts a program slowly. */
const LONG = 6000;
/** At the rate of the test this takes a minute, bytes. */
const BIG = 12_000_000;

let home: string;
let service: RunningService;
let folder: string;

beforeEach(async () => {
  ({ home, service } = await openHome());
  folder = join(home, 'root', 'Harbour House');
});

afterEach(() => closeHome({ home, service }));

function start(args: readonly string[], nodeArguments: readonly string[] = []): RunningCli {
  return startIn({ home, service }, [...args, '--json'], { nodeArguments });
}

/** What it says comes as it goes on. */
const watch = (): RunningCli => startIn({ home, service }, ['sync', '--watch']);

const sync = (nodeArguments?: readonly string[]): RunningCli =>
  start(['sync', '--once', '--root', join(home, 'root'), '--site', SITE], nodeArguments);

async function reportOf(running: RunningCli): Promise<{ status: number | null; report: never }> {
  const { status, stdout } = await running.ended;
  return { status, report: JSON.parse(stdout) as never };
}

const parts = async (): Promise<readonly string[]> =>
  readdir(join(folder, '.sitesync', 'tmp')).catch(() => []);

async function bytesInParts(): Promise<number> {
  const files = await parts();
  // What lies there comes and goes.
  const sizeOf = (name: string): Promise<number> =>
    stat(join(folder, '.sitesync', 'tmp', name)).then(
      ({ size }) => size,
      () => 0,
    );
  return (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
}

const STOPPED = [expect.objectContaining({ path: '', code: 'cancelled' })];

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('finishes the downloads under way, commits them, and begins no other', async () => {
    for (let n = 0; n < 30; n++)
      service.store.addFile(SITE, { name: `${n}.bin`, category: 'other', content: `${n}`.repeat(100_000) });
    service.set({ downloadBytesPerSecond: 200_000 });
    const running = sync(endlessGrace(home));
    await until(() => service.requests.downloads().length >= 8, LONG);
    running.child.kill(signal);
    const { status, report } = await reportOf(running);
    const done = Object.keys(await filesIn(folder)).length;
    expect(done).toBeGreaterThanOrEqual(8);
    expect(done).toBeLessThan(30);
    expect(await parts()).toEqual([]);
    expect([status, report]).toEqual([
      1,
      expect.objectContaining({
        state: 'problems',
        sites: [expect.objectContaining({ downloaded: done, files: done, problems: STOPPED })],
      }),
    ]);
    service.set({ downloadBytesPerSecond: 0 });
    const next = await reportOf(sync());
    expect(next.report).toMatchObject({ state: 'in-sync', sites: [{ downloaded: 30 - done }] });
    expect(Object.keys(await filesIn(folder))).toHaveLength(30);
  }, 120_000);
});

it('finishes the uploads under way, commits them, and begins no other', async () => {
  await sync().ended;
  for (let n = 0; n < 16; n++) await writeOld(`Other/${n}.bin`, 'u'.repeat(40_000));
  await start(['limit', '--up', '400k']).ended;
  service.requests.clear();
  const running = sync(endlessGrace(home));
  await until(() => service.requests.writes().length >= 8, LONG);
  running.child.kill('SIGTERM');
  const { status, report } = await reportOf(running);
  const names = service.store.files(SITE).map((file) => file.name);
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(names.length).toBeLessThan(16);
  expect([status, report]).toEqual([
    1,
    expect.objectContaining({ sites: [expect.objectContaining({ created: names.length })] }),
  ]);
  await start(['limit', '--up', 'none']).ended;
  const next = await reportOf(sync());
  expect(next.report).toMatchObject({ state: 'in-sync', sites: [{ created: 16 - names.length }] });
  expect(new Set(service.store.files(SITE).map((file) => file.name)).size).toBe(16);
  expect(service.store.files(SITE)).toHaveLength(16);
}, 120_000);

describe('a step that takes too long', () => {
  beforeEach(() => {
    service.store.addFile(SITE, { name: 'big.bin', category: 'other', content: 'x'.repeat(BIG) });
    service.set({ downloadBytesPerSecond: 200_000 });
  });

  it.each([
    ['is broken off after a grace time', false],
    ['is broken off by a second signal, without a grace', true],
  ])(
    '%s, and its part is gone on with',
    async (_what, again) => {
      const running = sync(again ? endlessGrace(home) : []);
      await until(() => service.requests.downloads().length === 1, LONG);
      await until(async () => (await bytesInParts()) > 0, LONG);
      const told = Date.now();
      running.child.kill('SIGTERM');
      // A system may make one signal of two that come fast, but not of so many.
      let insisted = 0;
      const insist = again
        ? setInterval(() => {
            insisted += 1;
            if (insisted <= 8) running.child.kill('SIGTERM');
          }, 250)
        : undefined;
      // Once it has said how it ended it takes no more signals: Node lets go of them while it ends.
      running.child.stdout?.once('data', () => clearInterval(insist));
      const { status } = await reportOf(running);
      expect(insisted > 0).toBe(again);
      if (!again) expect(Date.now() - told).toBeGreaterThan(GRACE - 1500);
      expect(status).toBe(1);
      expect(await filesIn(folder)).toEqual({});
      expect(await parts()).not.toEqual([]);
      service.set({ downloadBytesPerSecond: 0 });
      service.requests.clear();
      expect((await reportOf(sync())).report).toMatchObject({ state: 'in-sync', sites: [{ downloaded: 1 }] });
      expect(service.requests.downloads().map((request) => request.status)).toEqual([206]);
      expect((await filesIn(folder))['Other/big.bin']).toHaveLength(BIG);
      expect(await parts()).toEqual([]);
    },
    120_000,
  );
});

it.skipIf(process.platform === 'win32')(
  'watches on where a terminal that it never had is gone, as under nohup',
  async () => {
    await sync().ended;
    const watching = watch();
    await watching.says('Watching for changes');
    watching.child.kill('SIGHUP');
    await writeOld('Other/later.txt', 'later');
    await watching.says('1 uploaded');
    watching.child.kill('SIGTERM');
    expect(await watching.ended).toMatchObject({ status: 0 });
  },
  120_000,
);

it('leaves a watch in order, in the middle of a transfer', async () => {
  await sync().ended;
  const watching = watch();
  await watching.says('Watching for changes');
  service.set({ latencyMs: 500 });
  service.requests.clear();
  await writeOld('Other/note.txt', 'note');
  await until(() => service.requests.writes().length === 1, LONG);
  watching.child.kill('SIGTERM');
  const { status } = await watching.ended;
  expect(status).toBe(0);
  expect(service.store.files(SITE)).toHaveLength(1);
  service.set({ latencyMs: 0 });
  service.requests.clear();
  expect((await reportOf(sync())).report).toMatchObject({
    state: 'in-sync',
    sites: [{ created: 0, files: 1 }],
  });
  expect(service.requests.writes()).toEqual([]);
}, 120_000);

let clock = 1_700_000_000;

/** Long still, so that nothing waits for it, and with a time of its own. */
async function writeOld(path: string, text: string): Promise<void> {
  clock += 10;
  await writeFile(join(folder, path), text);
  await utimes(join(folder, path), clock, clock);
}
