import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFUSED } from '../../../main/hosts/start/refused.ts';
import { builtPage } from '../../renderer/rig/built-page.ts';

const START = join(import.meta.dirname, '..', '..', '..', 'main', 'hosts', 'start', 'start.mjs');
let folder: string;
beforeAll(async () => {
  await builtPage();
  folder = mkdtempSync(join(tmpdir(), 'sitesync-start-'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts it in a session with a screen, and stops it when it says the words. */
async function start(words: string, dist: string): Promise<{ text: string; status: number | null }> {
  const child = spawn(process.execPath, [START, '--data', join(folder, 'data')], {
    // A PATH without a browser: whoever runs the tests does not want one opened.
    env: {
      PATH: '/nowhere',
      HOME: folder,
      DISPLAY: ':0',
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      ELECTRON_OVERRIDE_DIST_PATH: dist,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let stopped = false;
  const take = (chunk: Buffer): void => {
    text += String(chunk);
    // Once: a second Ctrl+C would not wait for the end.
    if (!stopped && text.includes(words)) stopped = child.kill('SIGINT');
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { text, status };
}

it('names an option that it does not take, and those that it does', () => {
  const { status, stderr } = spawnSync(process.execPath, [START, '--port', '8080'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^Unknown option '--port'\.\n.*--data.*serve/)]);
});

it('says in one line that there is no Electron binary, and opens the web host', async () => {
  const { text, status } = await start('Stop with Ctrl+C', join(folder, 'none'));
  expect(text).toContain('There is no Electron binary here. SiteSync opens in your browser instead.\n');
  expect(text).toMatch(/SiteSync is open at http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]{43}\n/);
  expect(status).toBe(0);
});

it('opens the web host also where Electron is there and cannot run', async () => {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'electron'), '#!/bin/sh\nexit 127\n');
  chmodSync(join(dist, 'electron'), 0o755);
  const { text, status } = await start('Stop with Ctrl+C', dist);
  expect(text).toContain(
    'The desktop app did not start here: it ended with 127. SiteSync opens in your browser instead.\n',
  );
  expect(status).toBe(0);
}, 120_000);

it('lets the desktop app say itself why it cannot start', async () => {
  const dist = join(folder, 'refuses');
  mkdirSync(dist);
  writeFileSync(join(dist, 'electron'), `#!/bin/sh\nexit ${REFUSED}\n`);
  chmodSync(join(dist, 'electron'), 0o755);
  const { text, status } = await start('never said', dist);
  expect([text.includes('browser'), status]).toEqual([false, REFUSED]);
}, 120_000);

it.each([
  ['by the signal', 'echo coming up; exec /bin/sleep 60', 130],
  ['with a status of its own', "trap 'exit 7' INT; echo coming up; while :; do /bin/sleep 0.1; done", 7],
])(
  'opens nothing else where the desktop app was told to end while it came up: %s',
  async (how, does, end) => {
    const dist = join(folder, `told ${how}`);
    mkdirSync(dist);
    writeFileSync(join(dist, 'electron'), `#!/bin/sh\n${does}\n`);
    chmodSync(join(dist, 'electron'), 0o755);
    const { text, status } = await start('coming up\n', dist);
    expect([text.includes('browser'), status]).toEqual([false, end]);
  },
  120_000,
);

it('runs the desktop app on this checkout and its data, and ends as it ends', async () => {
  const dist = join(folder, 'runs');
  mkdirSync(dist);
  writeFileSync(
    join(dist, 'electron'),
    '#!/bin/sh\necho "desktop: $@"\necho "cache: $NODE_COMPILE_CACHE."\nexit 0\n',
  );
  chmodSync(join(dist, 'electron'), 0o755);
  const { text, status } = await start('never said', dist);
  const root = join(import.meta.dirname, '..', '..', '..');
  expect(text).toContain(`desktop: ${root} --data ${join(folder, 'data')}\n`);
  expect(text).toContain('cache: .\n');
  expect(text).not.toContain('browser');
  expect(status).toBe(0);
}, 120_000);
