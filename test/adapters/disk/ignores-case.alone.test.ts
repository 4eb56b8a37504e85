import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { areTwoNames, isOneName } from '../../../main/adapters/disk/paths/last-look.ts';
import { placeAll } from '../../../main/adapters/disk/drop/place-all.ts';
import { MARKER, TRASH } from '../../../main/adapters/disk/layout.ts';
import { MoveNotes } from '../../../main/adapters/disk/moves/move-notes.ts';
import { move } from '../../../main/adapters/disk/moves/move.ts';
import { placeFiles } from '../../../main/adapters/disk/transfers/place-files.ts';
import { restoreFromTrash } from '../../../main/adapters/disk/trash/trash.ts';
import { ignoresCase } from '../../../main/adapters/disk/paths/spellings.ts';
import { walk } from '../../../main/adapters/disk/scan/walk.ts';
import { lstatOrNull } from '../../../main/adapters/disk/paths/way.ts';
import { scannedFile } from '../../../main/adapters/disk/fingerprint.ts';
import { besidePath } from '../../../main/engine/names/beside-path.ts';
import type { ScannedFile, ScanScope } from '../../../main/sync/ports/disk.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { value } from '../../app/desk.ts';

/** A disk that finds a name in any case (NTFS, APFS), made of whatever this one is. */
const anyCase = vi.hoisted(() => ({
  on: false,
  /** A rename that changes the case alone does nothing, as on most such drives under Linux. */
  keeps: false,
  /** It has no capitals (NTFS on Linux, told to ignore case). */
  lowers: false,
  /** Each spelling has a file number of its own, as exFAT gives them on Linux (FUSE). */
  numbers: false,
  /** A folder that nobody may list. */
  unlistable: '',
  namesIn: (() => []) as (folder: string) => readonly string[],
  /** The path as it is spelt on the disk, as far as it leads to something. */
  spelt(path: unknown): string {
    if (!this.on || typeof path !== 'string') return path as string;
    return path.split('/').reduce((parent, name) => {
      const names = parent === '' && name === '' ? [] : this.namesIn(parent === '' ? '/' : parent);
      const found = names.includes(name)
        ? name
        : names.find((each) => each.toLowerCase() === name.toLowerCase());
      return parent === '' && name === '' ? '' : `${parent}/${found ?? name}`;
    });
  },
}));

const NAMING: ReadonlySet<string> = new Set(['rename', 'renameSync', 'linkSync']);

/** The calls with the paths that they are given spelt so; a new name that they give is left as it is. */
function onAnyCase<T extends object>(fs: T, names: readonly string[]): T {
  const calls = fs as Record<string, (...args: unknown[]) => unknown>;
  const wrapped = names.map((name) => [
    name,
    (first: unknown, ...rest: unknown[]) => {
      if (NAMING.has(name) && typeof rest[0] === 'string') {
        if (anyCase.keeps && anyCase.spelt(rest[0]) === anyCase.spelt(first)) return Promise.resolve();
        const [, parent = '', last = ''] = /^(.*)\/([^/]*)$/.exec(rest[0]) ?? [];
        rest[0] = `${anyCase.spelt(parent)}/${anyCase.lowers ? last.toLowerCase() : last}`;
      }
      if (name === 'readdirSync' && first === anyCase.unlistable)
        throw Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'scandir' });
      const result = calls[name]?.(anyCase.spelt(first), ...rest);
      if (name === 'lstatSync' && anyCase.numbers && anyCase.spelt(first) !== first)
        Object.assign(result ?? {}, { ino: 1_000_000n + BigInt(String(first).length) });
      return result;
    },
  ]);
  return { ...fs, ...Object.fromEntries(wrapped) } as T;
}

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  anyCase.namesIn = (folder) => {
    try {
      return fs.readdirSync(folder);
    } catch {
      return [];
    }
  };
  const realpathSync = Object.assign(() => '', { native: (path: string) => anyCase.spelt(path) });
  const calls = ['lstatSync', 'statSync', 'readdirSync', 'unlinkSync', 'openSync', 'linkSync', 'renameSync'];
  return { ...onAnyCase(fs, calls), realpathSync };
});

vi.mock('node:fs/promises', async (original) =>
  onAnyCase(await original<typeof FsPromises>(), [
    'lstat',
    'stat',
    'mkdir',
    'open',
    'readdir',
    'rename',
    'realpath',
  ]),
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-case-'));
  for (const path of ['.sitesync', 'Other', 'Plans', 'Plans/Level 1']) mkdirSync(join(folder, path));
  for (const path of [MARKER, 'Plans/Level 1/a.txt', 'Plans/Level 1/é.txt', 'Other/c.txt'])
    writeFileSync(join(folder, path), path);
  anyCase.on = true;
});

afterEach(() => {
  Object.assign(anyCase, { on: false, keeps: false, lowers: false, numbers: false, unlistable: '' });
  rmSync(folder, { recursive: true });
});

function reportOf(scope: ScanScope | null) {
  const paths: string[] = [];
  const job = {
    kind: 'scan',
    folder,
    ignore: ['left out/'],
    scope,
    drives: [],
    known: new Map<string, string>(),
  } as const;
  const report = walk(job, ({ files }) => paths.push(...(files?.paths.split('\0') ?? [])));
  if (!('skipped' in report)) throw new Error('The folder is not there');
  return { ...report, paths: paths.toSorted() };
}

function scan(scope: ScanScope | null) {
  const { paths, skipped } = reportOf(scope);
  expect(skipped).toEqual([]);
  return paths;
}

async function moved(from: string, to: string): Promise<string> {
  const stats = await lstatOrNull(join(folder, from));
  return value(
    await move(
      { notes: new MoveNotes(), folder, drives: [] },
      { ...scannedFile(from as RelPath, stats!), hash: null },
      to as RelPath,
    ),
  ).path;
}

async function placed(target: string, replaces: ScannedFile | null): Promise<string> {
  const bytes = Buffer.from(target);
  const file = { target: target as RelPath, part: 'new.part', bytes, replaces, mtimeMs: null };
  const [result] = await placeFiles({ kind: 'place', folder, drives: [], edition: null, files: [file] });
  return value(result!).path;
}

it.each([true, false])('tells whether it ignores case: %j', (on) => {
  anyCase.on = on;
  expect(reportOf(null).ignoresCase).toBe(on);
  anyCase.numbers = on;
  expect(reportOf(null).ignoresCase).toBe(on);
});

it('takes a name in capitals for its own, and two for two', () => {
  renameSync(join(folder, '.sitesync'), join(folder, '.SITESYNC'));
  expect(ignoresCase(folder)).toBe(true);
  anyCase.on = false;
  mkdirSync(join(folder, '.sitesync'));
  expect(ignoresCase(folder)).toBe(false);
});

it('does not tell where the folder cannot be listed', () => {
  anyCase.unlistable = folder;
  expect(ignoresCase(folder)).toBeNull();
});

it.each([false, true])(
  'gives a file another case, and its folders none; each spelling with a number of its own: %j',
  async (numbers) => {
    anyCase.numbers = numbers;
    expect(await moved('Plans/Level 1/a.txt', 'Plans/Level 1/A.txt')).toBe('Plans/Level 1/A.txt');
    expect(await moved('Plans/Level 1/é.txt', 'PLANS/level 1/É.txt')).toBe('Plans/Level 1/É.txt');
    expect(scan(null)).toEqual(['Other/c.txt', 'Plans/Level 1/A.txt', 'Plans/Level 1/É.txt']);
  },
);

it('gives a file another case by a third name, and says so if it has none', async () => {
  anyCase.keeps = true;
  expect(await moved('Plans/Level 1/a.txt', 'Plans/Level 1/A.txt')).toBe('Plans/Level 1/A.txt');
  expect(scan(null)).toEqual(['Other/c.txt', 'Plans/Level 1/A.txt', 'Plans/Level 1/é.txt']);
  anyCase.lowers = true;
  expect(await moved('Other/c.txt', 'Other/C.txt')).toBe('Other/c.txt');
  expect(scan(null)).toEqual(['Other/c.txt', 'Plans/Level 1/A.txt', 'Plans/Level 1/é.txt']);
});

describe.each(['win32', 'darwin', 'linux'] as const)(
  'what comes into a folder that stands there in another case on %s',
  (name) => {
    const { platform } = process;

    beforeEach(() => {
      Object.defineProperty(process, 'platform', { value: name });
    });

    afterEach(() => {
      Object.defineProperty(process, 'platform', { value: platform });
    });

    it('is known as it lies there once it was moved', async () => {
      expect(await moved('Other/c.txt', 'PLANS/level 1/c.txt')).toBe('Plans/Level 1/c.txt');
      expect(scan(null)).toEqual(['Plans/Level 1/a.txt', 'Plans/Level 1/c.txt', 'Plans/Level 1/é.txt']);
    });

    it('is known as it lies there once it was fetched, and what replaces a file as that was', async () => {
      expect(await placed('PLANS/level 1/New.txt', null)).toBe('Plans/Level 1/New.txt');
      expect(await placed('new.txt', null)).toBe('new.txt');
      const seen = scannedFile('OTHER/c.txt' as RelPath, (await lstatOrNull(join(folder, 'Other/c.txt')))!);
      expect(await placed('OTHER/c.txt', seen)).toBe('OTHER/c.txt');
      expect(scan(null)).toEqual([
        'Other/c.txt',
        'Plans/Level 1/New.txt',
        'Plans/Level 1/a.txt',
        'Plans/Level 1/é.txt',
        'new.txt',
      ]);
    });

    it('is known as it lies there once it was dropped', async () => {
      const stage = join(folder, '.sitesync', 'drop');
      mkdirSync(stage);
      writeFileSync(join(stage, '0'), 'new');
      const target = 'PLANS/level 1/New.txt' as RelPath;
      const [dropped] = value(await placeAll({ folder, stage }, [{ index: 0, target }], besidePath));
      expect(dropped?.path).toBe('Plans/Level 1/New.txt');
      expect(scan(null)).toContain('Plans/Level 1/New.txt');
    });

    it('is known as it lies there once it was put back from the trash', async () => {
      const time = '2026-03-01T10-00-00-000Z';
      mkdirSync(join(folder, TRASH, time, 'PLANS', 'level 1'), { recursive: true });
      writeFileSync(join(folder, TRASH, time, 'PLANS', 'level 1', 'old.txt'), 'old');
      const entry = `${time}/PLANS/level 1/old.txt`;
      expect(value(await restoreFromTrash(folder, entry))).toBe('Plans/Level 1/old.txt');
      expect(scan(null)).toContain('Plans/Level 1/old.txt');
    });
  },
);

it.each<ScanScope>([
  { below: ['PLANS', 'plans/level 1', 'Plans'], directly: [] },
  { below: ['plans'], directly: ['PLANS', 'plans/LEVEL 1'] },
  { below: [], directly: ['Plans/Level 1', 'plans/level 1'] },
])('sees a folder once, as it is spelt, by whatever names it is asked for: %j', (scope) => {
  expect(scan(scope)).toEqual(['Plans/Level 1/a.txt', 'Plans/Level 1/é.txt']);
});

describe('a person’s folder `models`, which is the one that models are fetched to', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'models/mine'), { recursive: true });
    for (const name of ['a.glb', 'mine/b.txt']) writeFileSync(join(folder, 'models', name), name);
  });

  const itself = { path: 'models', why: 'models-folder' };
  const others = ['Other/c.txt', 'Plans/Level 1/a.txt', 'Plans/Level 1/é.txt'];

  it('is not sent, and what lies in it is told', () => {
    const { paths, skipped, shifted } = reportOf(null);
    expect([paths, shifted]).toEqual([others, false]);
    const told = ['Models/a.glb', 'Models/mine'].map((path) => ({ path, why: 'in-models' }));
    expect(skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([...told, itself]);
  });

  it.each<ScanScope>([
    { below: ['models'], directly: [] },
    { below: [], directly: ['models', 'models/mine', 'MODELS'] },
  ])('is none whose files are gone where it is asked for by itself: %j', (scope) => {
    expect(reportOf(scope)).toMatchObject({ paths: [], skipped: [itself] });
  });

  it('is like any other on a disk that tells it from `Models`', () => {
    anyCase.on = false;
    expect(scan(null)).toEqual([...others, 'models/a.glb', 'models/mine/b.txt']);
  });
});

it('tells one name in two spellings from two names of one file, and takes only one of two away', async () => {
  const [one, upper] = [join(folder, 'Other/c.txt'), join(folder, 'OTHER/C.TXT')];
  const second = join(folder, 'Plans/c.txt');
  linkSync(one, second);
  expect([isOneName(one, upper), areTwoNames(one, upper)]).toEqual([true, false]);
  expect([isOneName(one, second), areTwoNames(one, second)]).toEqual([false, true]);
  mkdirSync(join(folder, '.sitesync/tmp'));
  writeFileSync(
    join(folder, '.sitesync/tmp/move-1'),
    JSON.stringify([{ from: 'Other/c.txt', to: 'other/C.txt' }]),
  );
  await new MoveNotes().takeBack(folder);
  expect(statSync(one).nlink).toBe(2);
  expect(readdirSync(join(folder, '.sitesync/tmp'))).toEqual([]);
});
