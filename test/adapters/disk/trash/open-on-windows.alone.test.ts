import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type * as Fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putOver } from '../../../../main/adapters/disk/drop/put-over.ts';
import { fingerprintOf } from '../../../../main/adapters/disk/fingerprint.ts';
import { MARKER, PARTIALS, TRASH } from '../../../../main/adapters/disk/layout.ts';
import { createReplacer } from '../../../../main/adapters/disk/trash/replace.ts';
import { placeFiles } from '../../../../main/adapters/disk/transfers/place-files.ts';
import type { FileToPlace } from '../../../../main/adapters/disk/workers/worker-messages.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { failure, value } from '../suite/bench.ts';

/**
 * NTFS while a program has a file open and shares no delete: the file gets second names, and none of its names is removed,
 * renamed or replaced, since what is shared is shared of the file and not of a name.
 */
const open = vi.hoisted(() => ({ ino: null as bigint | null }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const inode = (path: string): bigint | null =>
    fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
  const unlessOpen = (code: string, syscall: string, path: string): void => {
    if (open.ino !== null && inode(path) === open.ino)
      throw Object.assign(new Error(code), { code, syscall });
  };
  return {
    ...fs,
    renameSync: (from: string, to: string) => {
      unlessOpen('EBUSY', 'rename', from);
      unlessOpen('EPERM', 'rename', to);
      fs.renameSync(from, to);
    },
    unlinkSync: (path: string) => {
      unlessOpen('EBUSY', 'unlink', path);
      fs.unlinkSync(path);
    },
    rmSync: (path: string, options: Fs.RmOptions) => {
      unlessOpen('EBUSY', 'rm', path);
      fs.rmSync(path, options);
    },
  };
});

const PATH = 'Other/plan.dwg' as RelPath;
const MINE = 'Other/mine.dwg' as RelPath;
const { platform } = process;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-windows-'));
  for (const each of ['.sitesync', PARTIALS, 'Other']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, PATH), 'old');
  writeFileSync(join(folder, MINE), 'mine');
  open.ino = lstatSync(join(folder, PATH), { bigint: true }).ino;
  Object.defineProperty(process, 'platform', { value: 'win32' });
});

afterEach(async () => {
  Object.defineProperty(process, 'platform', { value: platform });
  open.ino = null;
  await rm(folder, { recursive: true });
});

const seen = (path: RelPath): LocalFile => ({
  path,
  ...fingerprintOf(statSync(join(folder, path), { bigint: true })),
  hash: null,
});
const text = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** What the trash holds of the file, and how many names the file has. */
function kept(): { readonly trash: readonly string[]; readonly names: number } {
  const there = statSync(join(folder, TRASH), { throwIfNoEntry: false }) !== undefined;
  const trash = there ? readdirSync(join(folder, TRASH), { recursive: true, encoding: 'utf8' }) : [];
  return { trash: trash.filter((name) => name.endsWith('.dwg')), names: statSync(join(folder, PATH)).nlink };
}

it('a file that is open leaves nothing in the trash, however often its new version is tried', async () => {
  const file: FileToPlace = {
    target: PATH,
    part: 'file-1.part',
    bytes: Buffer.from('new'),
    replaces: seen(PATH),
    mtimeMs: null,
  };
  for (let turn = 0; turn < 3; turn++) {
    const [placed] = await placeFiles({ kind: 'place', folder, drives: [], edition: null, files: [file] });
    expect(failure(placed).code).toBe('in-use');
    expect(kept()).toEqual({ trash: [], names: 1 });
  }
  open.ino = null;
  value((await placeFiles({ kind: 'place', folder, drives: [], edition: null, files: [file] }))[0]!);
  expect(text(PATH)).toBe('new');
  expect(kept().trash.map((name) => text(`${TRASH}/${name}`))).toEqual(['old']);
});

it('nor does one over which a person puts another', async () => {
  expect(failure(await createReplacer().replace(folder, seen(MINE), seen(PATH))).code).toBe('in-use');
  await expect(putOver(folder, join(folder, MINE), seen(PATH))).rejects.toThrow('EBUSY');
  expect(kept()).toEqual({ trash: [], names: 1 });
  expect([text(PATH), text(MINE)]).toEqual(['old', 'mine']);
});
