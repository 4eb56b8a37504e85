import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fingerprintOf } from '../../../../main/adapters/disk/fingerprint.ts';
import { MARKER, PARTIALS, TRASH } from '../../../../main/adapters/disk/layout.ts';
import { acrossDrives } from '../../../../main/adapters/disk/moves/across-drives.ts';
import { createReplacer } from '../../../../main/adapters/disk/trash/replace.ts';
import { placeFiles } from '../../../../main/adapters/disk/transfers/place-files.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { failure, value } from '../suite/bench.ts';

/**
 * Windows: no file takes the place of one that is marked “Read-only”, and none so marked is opened for writing. Its copy is
 * marked too. `links`: the drive has hard links. `isOpen`: some program has the file open.
 */
const windows = vi.hoisted(() => ({ links: true, isOpen: false }));

const refuse = vi.hoisted(() => (code: string, syscall: string): never => {
  throw Object.assign(new Error(`${code}, ${syscall}`), { code, syscall });
});

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const isMarked = (path: string): boolean => {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o200) === 0;
  };
  return {
    ...fs,
    openSync: (path: string, flags: string, mode?: number) => {
      if (flags === 'r+' && isMarked(path)) refuse('EPERM', 'open');
      return fs.openSync(path, flags, mode);
    },
    renameSync: (from: string, to: string) => {
      if (from !== to && (windows.isOpen || isMarked(to))) refuse('EPERM', 'rename');
      fs.renameSync(from, to);
    },
    linkSync: (from: string, to: string) => {
      if (!windows.links) refuse('EISDIR', 'link');
      fs.linkSync(from, to);
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    link: async (from: string, to: string) => {
      if (!windows.links) refuse('EISDIR', 'link');
      await fs.link(from, to);
    },
    open: async (path: string, flags: string, mode?: number) => {
      if (flags === 'r+' && ((await fs.lstat(path)).mode & 0o200) === 0) refuse('EPERM', 'open');
      return fs.open(path, flags, mode);
    },
  };
});

// As it is where this is Windows from the start.
vi.mock('../../../../main/adapters/disk/paths/flush-now.ts', async (original) => ({
  ...(await original<object>()),
  TO_FLUSH: 'r+',
  flushFileNow: (full: string) => closeSync(openSync(full, 'r+')),
}));

const ISSUED = 'Other/issued.dwg' as RelPath;
const MINE = 'Other/mine.dwg' as RelPath;
const { platform } = process;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-mark-'));
  for (const each of ['.sitesync', PARTIALS, 'Other']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, ISSUED), 'old');
  writeFileSync(join(folder, MINE), 'mine');
  chmodSync(join(folder, ISSUED), 0o444);
  Object.assign(windows, { links: true, isOpen: false });
  Object.defineProperty(process, 'platform', { value: 'win32' });
});

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  rmSync(folder, { recursive: true });
});

const seen = (path: RelPath): LocalFile => ({
  path,
  ...fingerprintOf(statSync(join(folder, path), { bigint: true })),
  hash: null,
});
const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
const isMarked = (path: string): boolean => (statSync(join(folder, path)).mode & 0o200) === 0;

async function place(): Promise<Awaited<ReturnType<typeof placeFiles>>[number]> {
  const file = { target: ISSUED, part: 'one.part', bytes: Buffer.from('new'), mtimeMs: null };
  const [placed] = await placeFiles({
    kind: 'place',
    folder,
    drives: [],
    edition: null,
    files: [{ ...file, replaces: seen(ISSUED) }],
  });
  return placed!;
}

function inTrash(): readonly string[] {
  const names = readdirSync(join(folder, TRASH), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.dwg')).map((name) => text(`${TRASH}/${name}`));
}

it.each([true, false])(
  'the next version takes the place of a file that is marked, and its mark (links: %s)',
  async (links) => {
    windows.links = links;
    expect(value(await place())).toMatchObject({ path: ISSUED, size: 3 });
    expect([text(ISSUED), isMarked(ISSUED), inTrash()]).toEqual(['new', true, ['old']]);
  },
);

it.each([true, false])('so does what a person puts over it (links: %s)', async (links) => {
  windows.links = links;
  value(await createReplacer().replace(folder, seen(MINE), seen(ISSUED)));
  expect([text(ISSUED), isMarked(ISSUED), inTrash()]).toEqual(['mine', true, ['old']]);
});

it('it stays marked where it cannot be replaced', async () => {
  windows.isOpen = true;
  expect(failure(await place()).code).toBe('in-use');
  expect([text(ISSUED), isMarked(ISSUED), inTrash()]).toEqual(['old', true, []]);
});

it('it stays marked where it is copied to another drive', async () => {
  const copied = await acrossDrives(join(folder, ISSUED), join(folder, PARTIALS), (from) => {
    if (from === join(folder, ISSUED)) refuse('EXDEV', 'rename');
    expect((statSync(from).mode & 0o200) === 0).toBe(true);
  });
  expect(copied).not.toBeNull();
});

it('where it was not marked it is not marked afterwards', async () => {
  chmodSync(join(folder, ISSUED), 0o644);
  value(await place());
  expect(isMarked(ISSUED)).toBe(false);
});
