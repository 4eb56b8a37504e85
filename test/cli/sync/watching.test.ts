import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import { startCli, type RunningCli } from '../../support/command-line.ts';
import { until } from '../../support/engine-home.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, signedIn, startIn } from '../home.ts';

/** Tries of `until`: a busy machine starts a program slowly. */
const LONG = 3000;

let home: string;
let service: RunningService;
let folder: string;
let running: RunningCli;
/** What the watch said so far, on stdout and stderr. */
let said: { out: string; log: string };

beforeEach(async () => {
  ({ home, service } = await openHome());
  service.store.addFile(SITE, { name: 'pump.pdf', category: 'spec-sheet', content: 'pump' });
  folder = join(home, 'root', 'Harbour House');
});

afterEach(async () => {
  running.child.kill('SIGKILL');
  await running.ended;
  await closeHome({ home, service });
});

async function watch(...more: readonly string[]): Promise<void> {
  const args = ['sync', '--watch', '--root', join(home, 'root'), '--site', SITE, ...more];
  running = startIn({ home, service }, args);
  const words = { out: '', log: '' };
  running.child.stdout?.on('data', (chunk: Buffer) => (words.out += String(chunk)));
  running.child.stderr?.on('data', (chunk: Buffer) => (words.log += String(chunk)));
  said = words;
  await until(() => (words.out + words.log).includes('Watching for changes'), LONG);
}

const save = (name: string, text: string): Promise<void> => writeFile(join(folder, 'Other', name), text);
const sent = (name: string): Promise<void> =>
  until(() => service.store.files(SITE).some((file) => file.name === name), LONG);

async function ended(): Promise<{ status: number | null; report: unknown }> {
  running.child.kill('SIGTERM');
  const { status, stdout } = await running.ended;
  return { status, report: JSON.parse(stdout) as unknown };
}

// Each command is a process of its own, which a busy machine starts slowly.
describe('a watch that is asked for JSON', () => {
  it('says in one object, when it ends, all that was done while it ran, and logs it meanwhile', async () => {
    await watch('--json');
    await save('one.txt', 'one');
    await sent('one.txt');
    await until(() => said.log.includes('Harbour House (2 files): 1 uploaded'), LONG);
    await save('two.txt', 'two');
    await sent('two.txt');
    await until(() => said.log.includes('Harbour House (3 files): 1 uploaded'), LONG);
    expect(said.out).toBe('');
    const { status, report } = await ended();
    expect([status, report]).toEqual([
      0,
      {
        ok: true,
        state: 'in-sync',
        sites: [expect.objectContaining({ id: SITE, files: 3, created: 2, downloaded: 1, problems: [] })],
        bytesUp: 6,
        bytesDown: 4,
        requests: service.requests.all.length,
        ms: expect.any(Number),
      },
    ]);
  });

  it('names what is wrong at its end, and nothing that is over', async () => {
    service.set({ refusedExtensions: ['.exe'] });
    await watch('--json');
    for (const name of ['first.exe', 'last.exe']) await save(name, 'program');
    await until(() => said.log.includes('last.exe'), LONG);
    await rm(join(folder, 'Other', 'first.exe'));
    const before = said.log.length;
    await until(() => said.log.slice(before).includes('Some of what was wrong there is over.'), LONG);
    expect(said.log.slice(before)).not.toContain('last.exe');
    expect(await ended()).toMatchObject({
      status: 1,
      report: {
        state: 'problems',
        sites: [{ problems: [{ path: 'Other/last.exe', code: 'type-refused' }] }],
      },
    });
  });
});

describe('a watch with a problem', () => {
  it('says until when the service asks to wait, with its words', async () => {
    await watch();
    const action = { status: 429, retryAfter: 1200, body: '{"detail":"Request was throttled."}' };
    service.set({ failNext: [{ match: { method: 'POST' }, action, times: 99 }] });
    await save('note.txt', 'note');
    await until(() => said.out.includes('Request was throttled.'), LONG);
    expect(said.out).toMatch(
      /says: Request was throttled\. It asks to wait until \d\d:\d\d\. The first sync/,
    );
  });

  it('says it once, whatever is sent beside it, and again when it comes back', async () => {
    service.set({ refusedExtensions: ['.exe'] });
    await watch();
    await save('first.exe', 'program');
    await until(() => said.out.includes('first.exe'), LONG);
    for (const files of [2, 3]) {
      await save(`${files}.txt`, 'text');
      await until(() => said.out.includes(`(${files} files): 1 uploaded`), LONG);
    }
    expect(said.out.match(/Other.first\.exe:/g)).toHaveLength(1);
    expect(said.out).not.toContain('is over');
    await rm(join(folder, 'Other', 'first.exe'));
    await until(() => said.out.includes('is over'), LONG);
    await save('first.exe', 'program');
    await until(() => said.out.match(/Other.first\.exe:/g)?.length === 2, LONG);
  });

  it('says when it is over', async () => {
    service.set({ refusedExtensions: ['.exe'] });
    await watch();
    await save('first.exe', 'program');
    await until(() => said.out.includes('first.exe'), LONG);
    expect(said.out).not.toContain('What was wrong there is over.');
    await rm(join(folder, 'Other', 'first.exe'));
    await until(() => said.out.endsWith('\n  What was wrong there is over.\n'), LONG);
  });
});

describe('a watch whose folder is moved away', () => {
  it('tells it once', async () => {
    await watch();
    await rename(folder, join(home, 'elsewhere'));
    const words = /Reconnect the drive|may have been missed/g;
    await until(() => words.test(said.out), LONG);
    await delay(1000);
    expect(said.out.match(words)).toEqual(['Reconnect the drive']);
    expect(said.out).toContain(`The folder ${folder} is not there`);
  });

  it('names it at its end if only a folder above was moved, which nobody watches', async () => {
    await watch('--json');
    await rename(join(home, 'root'), join(home, 'elsewhere'));
    expect(await ended()).toMatchObject({
      status: 1,
      report: { state: 'problems', sites: [{ problems: [{ path: '', code: 'folder-missing' }] }] },
    });
  });
});

describe('a watch that is broken off while a file is sent', () => {
  it('does not claim that all is in step', async () => {
    await watch('--json');
    await save('zero.txt', 'zero');
    await until(() => said.log.includes('1 uploaded'), LONG);
    service.set({ latencyMs: 20_000 });
    service.requests.clear();
    await save('one.txt', 'one');
    await until(() => service.requests.writes().length > 0, LONG);
    running.child.kill('SIGTERM');
    await delay(200);
    expect(await ended()).toMatchObject({
      status: 1,
      report: { state: 'problems', sites: [{ created: 1, problems: [{ path: '', code: 'cancelled' }] }] },
    });
  });
});

describe('a watch whose service goes away', () => {
  it('says so once, and ends as one that does not reach it', async () => {
    await watch('--json');
    const { url } = service;
    await service.close();
    await save('one.txt', 'one');
    await until(() => said.log.includes(url), LONG);
    expect(await ended()).toMatchObject({ status: 4, report: { state: 'offline' } });
    expect(said.log.split(url)).toHaveLength(2);
  });
});

describe('a watch whose token is refused', () => {
  it('says what to do, and ends by itself as one that was refused when it was asked for once more', async () => {
    await watch('--json');
    service.requests.clear();
    service.failNext({ action: { status: 401 }, times: 1000 });
    await save('one.txt', 'one');
    const { status, stdout } = await running.ended;
    expect([status, JSON.parse(stdout)]).toMatchObject([
      3,
      { ok: true, state: 'sign-in', sites: [{ downloaded: 1, created: 0 }] },
    ]);
    const asked = service.requests.all.filter(({ path }) => /\/sites\/\?(.*&)?limit=1(&|$)/.test(path));
    expect(asked).toHaveLength(1);
    expect(said.log).toMatch(/start it again with a valid token \(SITESYNC_TOKEN or --token-stdin\)\.\n$/);
  });

  it('does not begin with a refused token', async () => {
    const args = ['--data', join(home, 'data'), '--root', join(home, 'root')];
    const env = signedIn({ home, service });
    await startCli(['sync', '--site', SITE, ...args], { env }).ended;
    service.failNext({ action: { status: 401 }, times: 1000 });
    running = startCli(['sync', '--watch', '--json', ...args], { env });
    const { status, stdout } = await running.ended;
    expect([status, JSON.parse(stdout)]).toMatchObject([3, { state: 'sign-in' }]);
  });
});
