import { type Dirent, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { walkDrop } from '../../../main/adapters/disk/drop/walk-drop.ts';
import { MARKER, TRASH } from '../../../main/adapters/disk/layout.ts';
import { listTrash } from '../../../main/adapters/disk/trash/trash.ts';
import { walk } from '../../../main/adapters/disk/scan/walk.ts';
import { folderBelow } from '../../../main/hosts/folders/site-folder.ts';
import { MARKER as MARK, value } from './suite/bench.ts';

/** As Node lists a folder on Windows: whatever OneDrive keeps is called a link. A look at it says what it is. */
const listed = vi.hoisted(() => (entries: unknown): unknown => {
  const asLink = (entry: Dirent): Dirent =>
    Object.assign(Object.create(Object.getPrototypeOf(entry) as object) as Dirent, entry, {
      isFile: () => false,
      isDirectory: () => false,
      isSymbolicLink: () => true,
    });
  return (entries as (Dirent | string)[]).map((entry) => (typeof entry === 'string' ? entry : asLink(entry)));
});

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const readdirSync = fs.readdirSync as (...args: unknown[]) => unknown;
  return { ...fs, readdirSync: (...args: unknown[]) => listed(readdirSync(...args)) };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const readdir = fs.readdir as (...args: unknown[]) => Promise<unknown>;
  return { ...fs, readdir: async (...args: unknown[]) => listed(await readdir(...args)) };
});

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitesync-onedrive-'));
  folder = join(root, 'Harbour House');
  for (const each of ['', '.sitesync', 'Models', 'Other', 'Other/deep']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), JSON.stringify(MARK));
  for (const path of ['Models/mine.glb', 'Other/plan.pdf', 'Other/deep/photo.jpg', 'Other/a.tmp'])
    writeFileSync(join(folder, path), 'text');
  symlinkSync(join(folder, 'Other/deep'), join(folder, 'Other/to a folder'));
  symlinkSync(join(folder, 'Other/plan.pdf'), join(folder, 'Other/to a file'));
  symlinkSync(join(folder, 'Other/none'), join(folder, 'Other/to nothing'));
});

afterEach(() => rmSync(root, { recursive: true }));

const LINKS = ['Other/to a file', 'Other/to a folder', 'Other/to nothing'];

it('scans files and folders that OneDrive keeps, and follows no link', () => {
  const paths: string[] = [];
  const job = { kind: 'scan', folder, ignore: [], scope: null, drives: [], known: new Map() } as const;
  const report = walk(job, ({ files }) => {
    if (files !== null) paths.push(...files.paths.split('\0'));
  });
  expect(paths.toSorted()).toEqual(['Other/deep/photo.jpg', 'Other/plan.pdf']);
  expect(report).toMatchObject({ files: 2, unreadable: [], shifted: false });
  const skipped = 'skipped' in report ? report.skipped : [];
  expect(skipped.filter(({ why }) => why === 'link').map(({ path }) => path)).toEqual(LINKS);
  expect(skipped.filter(({ why }) => why !== 'link')).toEqual([
    { path: 'Models/mine.glb', why: 'in-models' },
  ]);
});

it('takes them where they are dropped', async () => {
  const options = { ignore: [], leaveOut: [], limit: 100, signal: new AbortController().signal };
  const { entries, skipped } = value(await walkDrop([join(folder, 'Other')], options));
  expect(entries.map(({ path }) => path).toSorted()).toEqual(['Other/deep/photo.jpg', 'Other/plan.pdf']);
  expect(skipped.filter(({ why }) => why === 'link').map(({ path }) => path)).toEqual(LINKS);
});

it('finds what it keeps of the trash', async () => {
  const time = '2026-11-21T09-42-10.123Z';
  mkdirSync(join(folder, TRASH, time, 'Other'), { recursive: true });
  writeFileSync(join(folder, TRASH, time, 'Other/old.pdf'), 'text');
  expect(value(await listTrash(folder)).map(({ path }) => path)).toEqual(['Other/old.pdf']);
});

it('knows the folder of a site again by its marker, in a root that OneDrive keeps', async () => {
  const { readMarker } = await import('../../../main/adapters/disk/own-files/marker.ts');
  const program = {
    env: { platform: 'win32' },
    mirror: { followed: () => [] },
    disk: { readMarker },
  } as unknown as Parameters<typeof folderBelow>[0];
  const site = { id: MARK.site, name: 'Called otherwise by now' } as Parameters<typeof folderBelow>[2];
  expect(await folderBelow(program, root, site, [], () => undefined)).toBe(folder);
});
