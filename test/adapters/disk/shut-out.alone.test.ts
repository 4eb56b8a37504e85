import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStage } from '../../../main/adapters/disk/drop/stage.ts';
import { MARKER as MARKER_FILE } from '../../../main/adapters/disk/layout.ts';
import { createSiteFolder } from '../../../main/adapters/disk/own-files/marker.ts';
import { tryFolder } from '../../../main/adapters/disk/own-files/try-folder.ts';
import { shutOut } from '../../../main/adapters/disk/shut-out.ts';
import { placeFiles } from '../../../main/adapters/disk/transfers/place-files.ts';
import type { Result } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { failure, MARKER } from './suite/bench.ts';

/** Windows while it protects a folder against ransomware: of what is to be made there it says that it is not there. */
const windows = vi.hoisted(() => ({ protects: null as string | null }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    openSync: (path: string, flags: string, mode?: number) => {
      refuse('open', path);
      return fs.openSync(path, flags, mode);
    },
    mkdirSync: (path: string, options?: Fs.MakeDirectoryOptions) => {
      refuse('mkdir', path);
      return fs.mkdirSync(path, options);
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    mkdir: async (path: string, options?: Fs.MakeDirectoryOptions) => {
      refuse('mkdir', path);
      return fs.mkdir(path, options);
    },
    mkdtemp: async (prefix: string) => {
      refuse('mkdtemp', `${prefix}XXXXXX`);
      return fs.mkdtemp(prefix);
    },
  };
});

const refuse = vi.hoisted(() => (syscall: string, path: string): void => {
  if (windows.protects === null || !path.startsWith(windows.protects)) return;
  throw Object.assign(new Error(`ENOENT, ${syscall}`), { code: 'ENOENT', syscall, path });
});

const { platform } = process;
let home: string;
const on = (name: string): void => {
  Object.defineProperty(process, 'platform', { value: name });
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sitesync-shut-out-'));
  on('win32');
});

afterEach(() => {
  on(platform);
  windows.protects = null;
  rmSync(home, { recursive: true });
});

const WAY_OUT = /^It may be protected against ransomware: .*Controlled folder access/;

it('a site that is to be kept in a protected folder is told why it cannot be', async () => {
  windows.protects = home;
  const folder = join(home, 'Tower');
  for (const refused of [
    await createSiteFolder(folder, MARKER),
    await tryFolder(folder),
  ] as Result<unknown>[])
    expect(failure(refused)).toMatchObject({
      code: 'read-only',
      message: `The folder ${folder} could not be written: Windows lets SiteSync make nothing in ${home}.`,
      hint: expect.stringMatching(WAY_OUT) as string,
    });
});

it('a name that nothing on Windows can have is not put down to that', async () => {
  windows.protects = home;
  const refused = await createSiteFolder(join(home, 'Tower: old'), MARKER);
  expect(failure(refused).hint).not.toMatch(WAY_OUT);
});

it('a download and a drop say it of their file, and not that it changed', async () => {
  for (const each of ['.sitesync', '.sitesync/tmp', 'Other']) mkdirSync(join(home, each));
  writeFileSync(join(home, MARKER_FILE), '{}');
  windows.protects = home;
  const file = { target: 'Other/plan.pdf' as RelPath, part: 'one.part', bytes: Buffer.from('x') };
  const place = async (): Promise<Result<unknown>> => {
    const files = [{ ...file, replaces: null, mtimeMs: null }];
    const [placed] = await placeFiles({ kind: 'place', folder: home, drives: [], edition: null, files });
    if (placed === undefined) throw new Error('Left out');
    return placed;
  };
  expect(failure(await place())).toMatchObject({
    code: 'read-only',
    message: `Other/plan.pdf could not be written: Windows lets SiteSync make nothing in ${join(home, '.sitesync', 'tmp')}.`,
    hint: expect.stringMatching(WAY_OUT) as string,
  });
  const dropped = await openStage(home, 'drop-1', { first: 'a', folder: null, files: 1 });
  expect(failure(dropped).hint).toMatch(WAY_OUT);
  on('linux');
  expect(failure(await place()).code).toBe('changed-meanwhile');
  expect(readdirSync(join(home, 'Other'))).toEqual([]);
});

it('nothing is said of a protected folder where the folder itself went', () => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
  expect(shutOut(Object.assign(error, { path: join(home, 'one.part') }), 'a')).not.toBeNull();
  expect(shutOut(Object.assign(error, { path: join(home, 'gone', 'one.part') }), 'a')).toBeNull();
});
