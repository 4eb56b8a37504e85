import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStage } from '../../../../main/adapters/disk/drop/stage.ts';
import { fingerprintOf } from '../../../../main/adapters/disk/fingerprint.ts';
import { MARKER, PARTIALS } from '../../../../main/adapters/disk/layout.ts';
import { placeFiles } from '../../../../main/adapters/disk/transfers/place-files.ts';
import type { FileToPlace } from '../../../../main/adapters/disk/workers/worker-messages.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { failure, value } from '../suite/bench.ts';

/**
 * Windows, on which a virus scanner looks at what was just written and shares nothing meanwhile: so often, a file of ours
 * gets second names but can neither be opened for writing, nor renamed, nor lose a name. `isClosed`: nothing may be
 * renamed into the folders of the site. `isOdd`: its drive renames nothing to its own name.
 */
const windows = vi.hoisted(() => ({ looks: 0, isClosed: false, isOdd: false, tries: 0 }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const refuse = (code: string, syscall: string): never => {
    throw Object.assign(new Error(`${code}, ${syscall}`), { code, syscall });
  };
  const look = (syscall: string, path: unknown): void => {
    if (!String(path).includes('/.sitesync/tmp/')) return;
    windows.tries += 1;
    if (windows.looks-- > 0) refuse('EBUSY', syscall);
  };
  return {
    ...fs,
    openSync: (path: string, flags: string, mode?: number) => {
      if (flags === 'r+') look('open', path);
      return fs.openSync(path, flags, mode);
    },
    renameSync: (from: string, to: string) => {
      look('rename', from);
      if (windows.isOdd && from === to) refuse('EPERM', 'rename');
      if (windows.isClosed && from !== to) refuse('EPERM', 'rename');
      fs.renameSync(from, to);
    },
    linkSync: (from: string, to: string) => {
      if (windows.isClosed) refuse('EACCES', 'link');
      fs.linkSync(from, to);
    },
    unlinkSync: (path: string) => {
      // A file has one state, whichever of its names is asked.
      if (windows.looks > 0) refuse('EBUSY', 'unlink');
      fs.unlinkSync(path);
    },
  };
});

const NEW = 'Other/new.pdf' as RelPath;
const OLD = 'Other/old.pdf' as RelPath;
const { platform } = process;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-looked-at-'));
  for (const each of ['.sitesync', PARTIALS, 'Other']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, OLD), 'old');
  Object.assign(windows, { looks: 0, isClosed: false, isOdd: false, tries: 0 });
  Object.defineProperty(process, 'platform', { value: 'win32' });
});

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  rmSync(folder, { recursive: true });
});

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');

async function place(file: Pick<FileToPlace, 'target' | 'bytes' | 'replaces'>): Promise<unknown> {
  const files = [{ ...file, part: 'file-1.part', mtimeMs: null }];
  const [placed] = await placeFiles({ kind: 'place', folder, drives: [], edition: null, files });
  return placed;
}

const seen = (path: RelPath): FileToPlace['replaces'] => ({
  path,
  ...fingerprintOf(statSync(join(folder, path), { bigint: true })),
});

const bytes = Buffer.from('new');

it('a download gets its place once a scanner lets go of it, and keeps no second name', async () => {
  windows.looks = 3;
  expect(await place({ target: NEW, bytes, replaces: null })).toMatchObject({ ok: true });
  expect([text(NEW), statSync(join(folder, NEW)).nlink, readdirSync(join(folder, PARTIALS))]).toEqual([
    'new',
    1,
    [],
  ]);
});

it('so does one that was written piece by piece, and the next version of a file', async () => {
  writeFileSync(join(folder, PARTIALS, 'file-1.part'), 'new');
  windows.looks = 3;
  expect(await place({ target: NEW, bytes: null, replaces: null })).toMatchObject({ ok: true });
  windows.looks = 3;
  expect(await place({ target: OLD, bytes, replaces: seen(OLD) })).toMatchObject({ ok: true });
  expect([text(NEW), text(OLD)]).toEqual(['new', 'new']);
});

it('a drop does not fail because a scanner looks at one of its files', async () => {
  const stage = value(await openStage(folder, 'drop-1', { first: 'one', folder: null, files: 1 }));
  const one = (async function* () {
    yield bytes;
  })();
  const incoming = { path: 'one', size: bytes.length, modifiedAt: 1_700_000_000_000, bytes: one };
  value(await stage.write(0, incoming, () => undefined));
  windows.looks = 3;
  value(await stage.place([{ index: 0, target: NEW }], (target) => `${target} (2)` as RelPath));
  expect(text(NEW)).toBe('new');
});

it('a place that may not be written is not waited for', async () => {
  windows.isClosed = true;
  expect(failure((await place({ target: NEW, bytes, replaces: null })) as never).code).toBe('in-use');
  expect(windows.tries).toBe(1);
});

it('a drive that renames nothing to its own name gets its files at once', async () => {
  windows.isOdd = true;
  expect(await place({ target: NEW, bytes, replaces: null })).toMatchObject({ ok: true });
  expect([text(NEW), windows.tries]).toEqual(['new', 1]);
});

it('a download that stays held is refused under one name', { timeout: 20_000 }, async () => {
  windows.looks = 1000;
  expect(failure((await place({ target: NEW, bytes, replaces: null })) as never).code).toBe('in-use');
  windows.looks = 0;
  expect(readdirSync(join(folder, 'Other'))).toEqual(['old.pdf']);
});
