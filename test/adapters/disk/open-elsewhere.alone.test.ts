import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fingerprintOf } from '../../../main/adapters/disk/fingerprint.ts';
import { MARKER, PARTIALS, TRASH } from '../../../main/adapters/disk/layout.ts';
import { placeFiles } from '../../../main/adapters/disk/transfers/place-files.ts';
import { failureOfErrno } from '../../../main/adapters/disk/problem.ts';
import { createReplacer } from '../../../main/adapters/disk/trash/replace.ts';
import { moveToTrash } from '../../../main/adapters/disk/trash/trash.ts';
import type { FileToPlace } from '../../../main/adapters/disk/workers/worker-messages.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { failure, value } from './suite/bench.ts';

/** What Windows says to a rename over a file that a program has open; null: none has. */
const drive = vi.hoisted(() => ({
  says: null as string | null,
  links: true,
  isFull: false,
  meanwhile: () => {},
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const refusal = (code: string, syscall: string): Error =>
    Object.assign(new Error(`${code}, ${syscall}`), { code, syscall });
  return {
    ...fs,
    renameSync: (...args: Parameters<typeof fs.renameSync>) => {
      drive.meanwhile();
      if (drive.says !== null) throw refusal(drive.says, 'rename');
      fs.renameSync(...args);
    },
    copyFileSync: (...args: Parameters<typeof fs.copyFileSync>) => {
      if (drive.isFull) throw refusal('ENOSPC', 'copyfile');
      fs.copyFileSync(...args);
    },
    linkSync: (...args: Parameters<typeof fs.linkSync>) => {
      if (!drive.links) throw refusal('EPERM', 'link');
      fs.linkSync(...args);
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const full = (): Error => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'copyfile' });
  return {
    ...fs,
    copyFile: (...args: Parameters<typeof fs.copyFile>) =>
      drive.isFull ? Promise.reject(full()) : fs.copyFile(...args),
    link: (...args: Parameters<typeof fs.link>) =>
      drive.links
        ? fs.link(...args)
        : Promise.reject(Object.assign(new Error('EPERM, link'), { code: 'EPERM', syscall: 'link' })),
  };
});

const PATH = 'Other/deep/plan.dwg' as RelPath;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-open-'));
  for (const each of ['.sitesync', PARTIALS, 'Other', 'Other/deep']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, PATH), 'old');
  Object.assign(drive, { says: null, links: true, isFull: false, meanwhile: () => undefined });
});

afterEach(() => rmSync(folder, { recursive: true }));

const seen = (path: RelPath): LocalFile => ({
  path,
  ...fingerprintOf(statSync(join(folder, path), { bigint: true })),
  hash: null,
});
const text = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** Files and folders in the trash. */
function trash(): readonly string[] {
  return readdirSync(join(folder, TRASH), { recursive: true, encoding: 'utf8' });
}

function fileToPlace(bytes: FileToPlace['bytes']): FileToPlace {
  return { target: PATH, part: 'file-1.part', bytes, replaces: seen(PATH), mtimeMs: null };
}

const cases = ['EBUSY', 'EPERM', 'EACCES'].flatMap((code) => [
  { code, links: true },
  { code, links: false },
]);

it.each(cases)(
  'a file that cannot be replaced ($code, links: $links) leaves nothing in the trash',
  async ({ code, links }) => {
    Object.assign(drive, { says: code, links });
    writeFileSync(join(folder, PARTIALS, 'file-1.part'), 'new');
    for (let turn = 0; turn < 3; turn++) {
      const [placed] = await placeFiles({
        kind: 'place',
        folder,
        drives: [],
        edition: null,
        files: [fileToPlace(null)],
      });
      expect(failure(placed).message).toContain(PATH);
      expect(text(PATH)).toBe('old');
      expect(trash()).toEqual([]);
    }
    // Whoever fetched it goes on with it.
    expect(text(`${PARTIALS}/file-1.part`)).toBe('new');
    drive.says = null;
    value(
      (
        await placeFiles({ kind: 'place', folder, drives: [], edition: null, files: [fileToPlace(null)] })
      )[0]!,
    );
    expect(text(PATH)).toBe('new');
    const kept = trash().filter((name) => name.endsWith('plan.dwg'));
    expect(kept.map((name) => text(`${TRASH}/${name}`))).toEqual(['old']);
  },
);

it.each(cases)(
  'so does one that a person cannot put another over ($code, links: $links)',
  async ({ code, links }) => {
    Object.assign(drive, { says: code, links });
    writeFileSync(join(folder, 'Other/mine.dwg'), 'mine');
    const [mine, plan] = [seen('Other/mine.dwg' as RelPath), seen(PATH)];
    expect(failure(await createReplacer().replace(folder, mine, plan)).message).toContain(PATH);
    expect([text(PATH), text('Other/mine.dwg'), trash()]).toEqual(['old', 'mine', []]);
  },
);

it('one that cannot be moved to the trash leaves no folder in it', async () => {
  drive.says = 'EBUSY';
  expect(failure(await moveToTrash(folder, seen(PATH))).code).toBe('in-use');
  expect([text(PATH), trash()]).toEqual(['old', []]);
  drive.says = null;
  value(await moveToTrash(folder, seen(PATH)));
  expect(trash().filter((name) => name.endsWith('plan.dwg'))).toHaveLength(1);
});

it('nor does one of which there is no room for a copy', async () => {
  Object.assign(drive, { links: false, isFull: true });
  const [placed] = await placeFiles({
    kind: 'place',
    folder,
    drives: [],
    edition: null,
    files: [fileToPlace(Buffer.from('new'))],
  });
  expect(failure(placed).code).toBe('disk-full');
  writeFileSync(join(folder, 'Other/mine.dwg'), 'mine');
  const [mine, plan] = [seen('Other/mine.dwg' as RelPath), seen(PATH)];
  expect(failure(await createReplacer().replace(folder, mine, plan)).code).toBe('disk-full');
  expect([text(PATH), text('Other/mine.dwg'), trash()]).toEqual(['old', 'mine', []]);
});

it('keeps what was there in the trash where a person saved another file over it just then', async () => {
  drive.says = 'EBUSY';
  drive.meanwhile = () => {
    rmSync(join(folder, PATH));
    writeFileSync(join(folder, PATH), 'saved by a person');
  };
  const [placed] = await placeFiles({
    kind: 'place',
    folder,
    drives: [],
    edition: null,
    files: [fileToPlace(Buffer.from('new'))],
  });
  expect(failure(placed).code).toBe('in-use');
  expect(text(PATH)).toBe('saved by a person');
  const kept = trash().filter((name) => name.endsWith('plan.dwg'));
  expect(kept.map((name) => text(`${TRASH}/${name}`))).toEqual(['old']);
});

it('says where to look for what Windows has no name for, and a Mac keeps programs from', () => {
  const { platform } = process;
  const unnamed = failureOfErrno('UNKNOWN', 'read', PATH);
  expect(unnamed).toMatchObject({ code: 'unreadable', retry: 'later', detail: 'UNKNOWN' });
  expect(unnamed.message).toContain(`${PATH} could not be read`);
  expect(failureOfErrno('UNKNOWN', 'write', PATH).message).toContain('could not be written');
  expect(unnamed.hint).toMatch(/OneDrive.*virus scanner/);
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  try {
    expect(failureOfErrno('EPERM', 'read', PATH)).toMatchObject({
      code: 'unreadable',
      hint: expect.stringContaining('Files and Folders'),
    });
    expect(failureOfErrno('EPERM', 'write', PATH)).toMatchObject({
      code: 'read-only',
      hint: expect.stringMatching(/“Locked”.*Files and Folders/),
    });
    expect(failureOfErrno('EPERM', 'read', PATH).hint).not.toContain('“Locked”');
    expect(failureOfErrno('EACCES', 'read', PATH).hint).not.toContain('Files and Folders');
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

it.each(['EBUSY', 'EPERM', 'EACCES'])('says on Windows that a program has it open (%s)', (code) => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    const said = failureOfErrno(code, 'write', PATH);
    expect(said).toMatchObject({ code: 'in-use', retry: 'later' });
    expect(said.message).toContain(`${PATH} is open in another program`);
    if (code !== 'EBUSY') expect(said.hint).toContain('“Read-only”');
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});
