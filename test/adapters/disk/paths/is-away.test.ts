import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAway } from '../../../../main/adapters/disk/paths/is-away.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';

const { platform } = process;
let folder: string;
const on = (name: string): void => {
  Object.defineProperty(process, 'platform', { value: name });
};
const away = (path: string): Promise<boolean> => isAway(folder, path as RelPath);

/** A file that has a size and no blocks, as Windows and macOS show what is in a cloud alone. */
function hollow(path: string, size: number): void {
  writeFileSync(join(folder, path), '');
  truncateSync(join(folder, path), size);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-away-'));
  hollow('large', 100_000);
  hollow('small', 4096);
  writeFileSync(join(folder, 'whole'), 'x'.repeat(100_000));
});

afterEach(() => {
  on(platform);
  rmSync(folder, { recursive: true });
});

it.each(['win32', 'darwin'])(
  'tells a file that a cloud alone has from one that is here, on %s',
  async (name) => {
    on(name);
    expect(await Promise.all(['large', 'small', 'whole', 'gone', '../large'].map(away))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  },
);

it('on Linux, knows of none', async () => {
  on('linux');
  expect(await away('large')).toBe(false);
});
