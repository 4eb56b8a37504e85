import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SEED_USER } from '../service/store/store.ts';
import { startService, type RunningService } from '../service/service.ts';
import { CANARY, holdsToken, leaksBelow } from './canary.ts';

const CLI = join(import.meta.dirname, '..', '..', 'main', 'hosts', 'cli', 'main.mjs');

let home: string;
let serviceHome: string;
let service: RunningService;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-secrets-'));
  serviceHome = mkdtempSync(join(tmpdir(), 'sitesync-secrets-service-'));
  service = await startService({
    dataDir: serviceHome,
    tokens: { [CANARY]: { user: SEED_USER, sites: 'all' } },
  });
  service.store.addSite({ id: 's1', name: 'Depot' });
  service.store.addFile('s1', { name: 'a.txt', category: 'other', content: 'a' });
});

afterEach(async () => {
  await service.close();
  for (const folder of [home, serviceHome]) rmSync(folder, { recursive: true, force: true });
});

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args, '--data', join(home, 'data'), '--verbose'], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: join(home, 'xdg'), TMPDIR: home },
    cwd: home,
  });
  child.stdin?.end(`${CANARY}\n`);
  return child;
}

/** Runs a command to its end and keeps all that it said. */
async function run(...args: readonly string[]): Promise<string> {
  const child = start(...args, '--base-url', service.url, '--token-stdin');
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return said;
}

/** Command lines of all processes, where this system shows them. */
function commandLines(): readonly string[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        } catch {
          return '';
        }
      });
  } catch {
    return [];
  }
}

it('the token is in no file, no output and no process list, whatever goes wrong', async () => {
  const site = ['--root', join(home, 'root'), '--site', 's1'];
  const said = [
    await run('sign-in'),
    await run('sync', '--once', '--json', ...site),
    await run('sites', '--json'),
    await run('doctor', '--json'),
  ];
  mkdirSync(join(home, 'root/Depot/Other'), { recursive: true });
  writeFileSync(join(home, 'root/Depot/Other/mine.txt'), 'mine');
  for (const body of [`{"detail":"Bearer ${CANARY}"}`, `<html>${encodeURIComponent(CANARY)}</html>`]) {
    for (const method of ['GET', 'POST'])
      service.failNext({ match: { method }, times: 6, action: { status: 500, body } });
    said.push(await run('sync', '--once', '--json', ...site));
  }
  service.reset();
  service.tokens.revoke(CANARY);
  said.push(await run('sync', '--once', ...site));
  said.push(await run('problems', '--json'));
  expect(said.filter(holdsToken)).toEqual([]);
  expect(said.every((each) => each.length > 0)).toBe(true);
  expect(leaksBelow(home)).toEqual([]);
  expect(service.requests.all.length).toBeGreaterThan(5);
});

it('the token is in no process list while a sync runs', async () => {
  const site = ['--root', join(home, 'root'), '--site', 's1'];
  const child = start('sync', '--watch', '--base-url', service.url, '--token-stdin', ...site);
  try {
    await expect.poll(() => service.requests.all.length).toBeGreaterThan(2);
    const lines = commandLines();
    expect(lines.some((line) => line.includes('sync'))).toBe(lines.length > 0);
    expect(lines.filter(holdsToken)).toEqual([]);
    expect(leaksBelow(home)).toEqual([]);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});
