import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { walk } from '../../../../main/adapters/disk/scan/walk.ts';
import type { ScanScope } from '../../../../main/sync/ports/disk.ts';

/**
 * What Windows says of each real path on a drive that its mount manager does not know, as one in memory; and on a network
 * drive where this user may not look into the folders above (EPERM).
 */
const drive = vi.hoisted(() => ({ says: 'EISDIR' }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const native = (path: string): string => {
    throw Object.assign(new Error(`${drive.says}, realpath '${path}'`), {
      code: drive.says,
      syscall: 'realpath',
    });
  };
  return { ...fs, realpathSync: Object.assign(fs.realpathSync.bind(fs), { native }) };
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-real-'));
  for (const each of ['.sitesync', 'Plans/old']) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, '.sitesync', 'site.json'), '{}');
  for (const each of ['Plans/a.txt', 'Plans/old/b.txt']) writeFileSync(join(folder, each), '');
});

afterEach(() => rmSync(folder, { recursive: true }));

const scopes: readonly ScanScope[] = [
  { below: ['Plans'], directly: [] },
  { below: ['Plans/old'], directly: ['Plans'] },
];

it.each(['EISDIR', 'ENOENT', 'UNKNOWN', 'EPERM'].flatMap((says) => scopes.map((scope) => ({ says, scope }))))(
  'a folder is read on a drive that knows no real paths ($says): $scope',
  ({ says, scope }) => {
    drive.says = says;
    const paths: string[] = [];
    const job = { kind: 'scan', folder, ignore: [], scope, drives: [], known: new Map() } as const;
    const report = walk(job, ({ files }) => paths.push(...(files?.paths.split('\0') ?? [])));
    expect(report).toMatchObject({ unreadable: [], files: 2 });
    expect(paths.sort()).toEqual(['Plans/a.txt', 'Plans/old/b.txt']);
  },
);
