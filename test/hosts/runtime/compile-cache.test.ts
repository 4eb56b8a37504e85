import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const MODULE = join(import.meta.dirname, '..', '..', '..', 'main', 'hosts', 'runtime', 'compile-cache.mjs');

/** What a program that begins with it has as its cache, where caches go below this folder. */
function cacheBelow(
  folder: string,
  place: { readonly home?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): { readonly status: number | null; readonly cache: string } {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', MODULE, '-e', "process.stdout.write(process.env.NODE_COMPILE_CACHE ?? 'none')"],
    {
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: folder, ...place.home },
      cwd: place.cwd,
      encoding: 'utf8',
      timeout: 10_000,
    },
  );
  return { status, cache: stdout };
}

it('keeps code in a folder that it makes, with those above it', () => {
  const home = mkdtempSync(join(tmpdir(), 'sitesync-cache-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const cache = join(home, 'new', 'sitesync', 'code');
  expect(cacheBelow(join(home, 'new'))).toEqual({ status: 0, cache });
  expect(existsSync(cache)).toBe(true);
});

it.runIf(process.platform === 'linux')(
  'begins without one where no folder can be made, whatever the system says',
  () => {
    for (const folder of ['/proc/nowhere', '/dev/null/cache'])
      expect(cacheBelow(folder)).toEqual({ status: 0, cache: 'none' });
  },
);

it.runIf(process.platform !== 'win32').each(['', '.'])(
  'takes no code from the folder that it is called from, where HOME is %j',
  (HOME) => {
    const cwd = mkdtempSync(join(tmpdir(), 'sitesync-cache-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    expect(cacheBelow('', { home: { HOME }, cwd })).toEqual({ status: 0, cache: 'none' });
    expect(existsSync(join(cwd, '.cache'))).toBe(false);
  },
);
