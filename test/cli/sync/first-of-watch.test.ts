import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../service/service.ts';
import type { RunningCli } from '../../support/command-line.ts';
import { until } from '../../support/engine-home.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, startIn, syncQuietly } from '../home.ts';

/** Tries of `until`: a busy machine starts a program slowly. */
const LONG = 3000;
/** At the rate of the test this takes twenty-five seconds, in which a note comes also on a busy machine, bytes. */
const LARGE = 2_000_000;
const RATE = 80_000;
const WATCHING = 'Watching for changes. Ctrl+C ends it.';

let home: string;
let service: RunningService;
let folder: string;
let running: RunningCli | null = null;

beforeEach(async () => {
  ({ home, service } = await openHome());
  folder = join(home, 'root', 'Harbour House');
});

afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  running = null;
  await closeHome({ home, service });
});

function start(...args: readonly string[]): RunningCli {
  return startIn({ home, service }, ['sync', ...args]);
}

/** The site is kept and in step. */
async function follow(): Promise<void> {
  expect(await syncQuietly({ home, service })).toBe('in-sync');
}

/** Begins a watch; what it said so far, on stdout and stderr. */
function watch(...args: readonly string[]): { readonly run: RunningCli; readonly said: () => string } {
  const run = start('--watch', ...args);
  running = run;
  let said = '';
  for (const stream of [run.child.stdout, run.child.stderr])
    stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
  return { run, said: () => said };
}

const here = (name: string): string => join(folder, 'Other', name);
const there = (): readonly string[] =>
  service.store
    .files(SITE)
    .map((file) => file.name)
    .toSorted();

// Each command is a process of its own, which a busy machine starts slowly.
describe('the first sync of a watch', () => {
  it('sends what is saved while a large file is sent, and says so where it is stopped in that', async () => {
    await follow();
    await writeFile(here('large.bin'), 'large');
    service.set({ failNext: [{ match: { method: 'POST' }, action: 'hang' }] });
    service.requests.clear();
    const { run, said } = watch('--json');
    await until(() => service.requests.writes().length === 1, LONG);
    await writeFile(here('note.txt'), 'note');
    await until(() => there().includes('note.txt'), LONG);
    expect(there()).toEqual(['note.txt']);
    expect(said()).toBe('');
    run.child.kill('SIGINT');
    const { status, stdout } = await run.ended;
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { state: 'problems', sites: [{ created: 1, problems: [{ path: '', code: 'cancelled' }] }] },
    ]);
    expect(said()).not.toContain(WATCHING);
  });

  it('is reported once, when all of it is done', async () => {
    await follow();
    service.store.addFile(SITE, { name: 'large.bin', category: 'other', content: 'x'.repeat(LARGE) });
    service.set({ downloadBytesPerSecond: RATE });
    const { run, said } = watch();
    await until(() => service.requests.downloads().length === 1, LONG);
    await writeFile(here('note.txt'), 'note');
    await until(() => there().includes('note.txt'), LONG);
    expect(existsSync(here('large.bin'))).toBe(false);
    expect(said()).toBe('');
    await run.says(WATCHING);
    expect(said()).toMatch(
      /^Harbour House \(2 files\): 1 uploaded, 1 downloaded\n4 B up, 2\.0 MB down, .* s\nEverything is in step\.\nWatching/,
    );
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ status: 0, stderr: '' });
  });

  it('is reported even if there was nothing to do', async () => {
    await follow();
    const { run, said } = watch();
    await run.says(WATCHING);
    expect(said()).toMatch(
      /^Harbour House \(0 files\): nothing done\n0 {1,2}B up, 0 {1,2}B down, .* s\nEverything is in step\.\nWatching/,
    );
  });

  it('says once that the service is not reached, and what waits for how long, and goes on watching', async () => {
    await follow();
    await service.close();
    for (const name of ['one.txt', 'two.txt']) await writeFile(here(name), name);
    const { run, said } = watch();
    await run.says(WATCHING);
    run.child.kill('SIGTERM');
    expect((await run.ended).status).toBe(4);
    expect(said()).toMatch(/^Harbour House \(0 files\): nothing done, 2 to be sent\n/);
    expect(said()).toContain(
      ' cannot be reached. 2 changes wait here, safe, until it is reached: it is asked again each minute, and what waits is sent then.\nWatching',
    );
    expect(said().match(/ cannot be reached\./g)).toHaveLength(1);
    expect(said().split(service.url)).toHaveLength(2);
    service = await startService({ dataDir: join(home, 'other') });
  });

  it('ends at once if the token is refused, without a watch', async () => {
    await follow();
    service.set({ failNext: [{ action: { status: 401 }, times: 1000 }] });
    const { run, said } = watch();
    expect((await run.ended).status).toBe(3);
    expect(said()).toMatch(
      /The service refused the token\. Sign in again: sitesync sign-in --token-stdin\nAdd to the commands above: --data .*\n$/,
    );
    expect(said()).not.toContain(WATCHING);
  });

  it('deletes what the person said yes to, and nothing more than that later', async () => {
    for (let n = 0; n < 20; n++)
      service.store.addFile(SITE, { name: `${n}.txt`, category: 'other', content: `${n}` });
    await follow();
    for (let n = 0; n < 10; n++) await rm(here(`${n}.txt`));
    const { run, said } = watch('--confirm-deletes');
    await run.says(WATCHING);
    expect(there()).toHaveLength(10);
    expect(said()).toContain('10 deleted there');
    for (let n = 10; n < 18; n++) await rm(here(`${n}.txt`));
    await run.says('Held: 8 deletes. 8 files of 20 would be deleted on the service');
    expect(there()).toHaveLength(10);
    run.child.kill('SIGTERM');
    expect((await run.ended).status).toBe(1);
  });

  it('takes no yes for what is deleted while a large file is sent', async () => {
    for (let n = 0; n < 20; n++)
      service.store.addFile(SITE, { name: `${n}.txt`, category: 'other', content: `${n}` });
    await follow();
    await writeFile(here('large.bin'), 'large');
    service.set({ failNext: [{ match: { method: 'POST' }, action: 'hang' }] });
    service.requests.clear();
    const { run } = watch('--json', '--confirm-deletes');
    await until(() => service.requests.writes().length === 1, LONG);
    for (let n = 0; n < 10; n++) await rm(here(`${n}.txt`));
    await writeFile(here('note.txt'), 'note');
    await until(() => there().includes('note.txt'), LONG);
    expect(there()).toHaveLength(21);
    run.child.kill('SIGINT');
    const { stdout } = await run.ended;
    expect(JSON.parse(stdout)).toMatchObject({ sites: [{ held: { direction: 'remote', count: 10 } }] });
    expect(there()).toHaveLength(21);
  });
});
