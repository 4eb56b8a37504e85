import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSameFile } from '../../../../main/adapters/disk/paths/last-look.ts';
import { placeNew } from '../../../../main/adapters/disk/moves/place-new.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';

const drive = vi.hoisted(() => ({ says: 'EPERM' }));

vi.mock('node:fs', async (original) => ({
  ...(await original<object>()),
  linkSync: () => {
    throw Object.assign(new Error('no hard links here'), { code: drive.says, syscall: 'link' });
  },
}));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-no-links-'));
  writeFileSync(join(folder, 'from'), 'ours');
});

afterEach(() => rmSync(folder, { recursive: true }));

const place = (name: string): void => placeNew(join(folder, 'from'), join(folder, name), name as RelPath);

// The last two are what exFAT and OneDrive say on Windows.
it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR', 'UNKNOWN'])(
  'places where a drive has no hard links (%s), and only where nothing is',
  (code) => {
    drive.says = code;
    writeFileSync(join(folder, 'taken'), 'another');
    mkdirSync(join(folder, 'a folder'));
    expect(() => place('taken')).toThrow(/./);
    expect(() => place('a folder')).toThrow(/./);
    expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe('another');
    place('new');
    expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('ours');
  },
);

it('takes no other fault of a drive for that', () => {
  drive.says = 'EIO';
  expect(() => place('new')).toThrow('no hard links here');
});

it('tells no two files for one where a drive does not number them', () => {
  const stats = { ino: 0n, dev: 5n } as Parameters<typeof isSameFile>[0];
  expect(isSameFile(stats, stats)).toBe(false);
});
