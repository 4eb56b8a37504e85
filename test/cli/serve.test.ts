import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { UNREAD } from '../../main/hosts/cli/ending.ts';
import { builtPage } from '../renderer/rig/built-page.ts';
import { startService } from '../service/service.ts';
import { CLI, SHARED_CACHE, startCli } from '../support/command-line.ts';
import { TOKEN } from '../support/laptop.ts';

let home: string;
beforeAll(async () => {
  // The page is there first, so that nothing is built while a test waits.
  await builtPage();
  home = mkdtempSync(join(tmpdir(), 'sitesync-serve-'));
}, 120_000);
afterAll(() => rmSync(home, { recursive: true }));

it('serve lets one browser in by the address it prints, and ends in order', async () => {
  const data = join(home, 'data');
  const running = startCli(['serve', '--json', '--data', data], { env: { HOME: home } });
  await running.says('"ok":true');
  const stdout = await new Promise<string>((resolve) => {
    void running.ended.then(({ stdout: said }) => resolve(said));
    running.child.kill('SIGTERM');
  });
  const { address, port } = JSON.parse(stdout) as { address: string; port: number };
  expect(address).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#key=[\\w-]{43}$`));
  const { status, stderr } = await running.ended;
  expect([status, stderr]).toEqual([0, '']);
  // The key is on the screen alone: neither mirror nor settings nor anything beside them has it.
  const key = address.split('#key=')[1]!;
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const { parentPath, name } of files)
    expect([name, readFileSync(join(parentPath, name)).includes(key)]).toEqual([name, false]);
});

it('serve signs in with the token that is handed over, at the address that was used last', async () => {
  const service = await startService({ dataDir: join(home, 'service') });
  onTestFinished(() => service.close());
  const data = ['--data', join(home, 'handed')];
  const env = { HOME: home, SITESYNC_TOKEN: TOKEN };
  expect(await startCli(['sites', '--base-url', service.url, ...data], { env }).ended).toMatchObject({
    status: 0,
  });
  const before = service.requests.all.length;
  const running = startCli(['serve', '--json', '--verbose', ...data], { env });
  await running.says('"ok":true');
  await expect.poll(() => service.requests.all.length).toBeGreaterThan(before);
  running.child.kill('SIGTERM');
  const { status, stderr } = await running.ended;
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^GET \/api\/v1\/sites\/ 200 /m)]);
});

it.runIf(process.platform === 'linux')('serve opens a browser that is not told the token', async () => {
  const told = join(home, 'told');
  writeFileSync(
    join(home, 'xdg-open'),
    `#!/bin/sh\n/usr/bin/env > '${told}.new' && /bin/mv '${told}.new' '${told}'\n`,
  );
  chmodSync(join(home, 'xdg-open'), 0o755);
  const args = ['serve', '--open', '--json', '--data', join(home, 'opened')];
  const running = startCli(args, { env: { HOME: home, PATH: home, DISPLAY: ':0', SITESYNC_TOKEN: TOKEN } });
  await expect.poll(() => existsSync(told)).toBe(true);
  running.child.kill('SIGTERM');
  expect((await running.ended).status).toBe(0);
  expect(readFileSync(told, 'utf8')).toContain('DISPLAY=:0');
  expect(readFileSync(told, 'utf8')).not.toContain(TOKEN);
});

it('serve tells its address also where it is to be quiet', async () => {
  const args = ['serve', '--quiet', '--data', join(home, 'quiet')];
  const running = startCli(args, { env: { HOME: home } });
  await new Promise((resolve) => running.child.stderr?.once('data', resolve));
  running.child.kill('SIGTERM');
  const { status, stdout, stderr } = await running.ended;
  expect([status, stdout, stderr]).toEqual([0, '', expect.stringContaining('/#key=')]);
});

it('serve says in words that another SiteSync has the data folder', async () => {
  const args = ['serve', '--json', '--data', join(home, 'shared')];
  const first = startCli(args, { env: { HOME: home } });
  await first.says('"ok":true');
  const { status, stdout } = await startCli(args, { env: { HOME: home } }).ended;
  first.child.kill('SIGTERM');
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'mirror-locked' } });
  expect((await first.ended).status).toBe(0);
});

it('serve ends quietly where nobody reads its address', async () => {
  const running = startCli(['serve', '--data', join(home, 'unread')], { env: { HOME: home } });
  running.child.stdout?.destroy();
  expect(await running.ended).toMatchObject({ status: UNREAD, stderr: '' });
});

const PYTHON = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import pty'], { stdio: 'ignore' }).status === 0,
);

describe.skipIf(PYTHON === undefined || process.platform !== 'linux')('serve at a terminal', () => {
  const typedEnter = (where: 'front' | 'background'): { state: string; shown: string; after: string } => {
    const helper = join(import.meta.dirname, 'at-a-terminal.py');
    const served = [process.execPath, CLI, 'serve', '--data', join(home, where)];
    const { stdout } = spawnSync(PYTHON ?? '', [helper, where, 'Stop with Ctrl+C', ...served], {
      env: { PATH: process.env['PATH'], HOME: home, ...SHARED_CACHE },
      encoding: 'utf8',
      timeout: 85_000,
    });
    return JSON.parse(stdout) as ReturnType<typeof typedEnter>;
  };

  it('gives another address for Enter', () => {
    const { shown, after } = typedEnter('front');
    expect(shown).toContain('Press Enter for another address.');
    expect(after).toMatch(/SiteSync is open at http:\/\/127\.0\.0\.1:\d+\/#key=/);
  });

  it('goes on in its background when somebody types there, and asks for no key', () => {
    const { state, shown } = typedEnter('background');
    expect([state === 'T', shown.includes('Press Enter')]).toEqual([false, false]);
    expect(shown).toContain('Finishing the current step');
  });
});
