import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TRASH } from '../../../../main/adapters/disk/layout.ts';
import { listTrash } from '../../../../main/adapters/disk/trash/trash.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { value } from '../../../app/desk.ts';

/** A folder that the purge drops at the moment when it is to be read. */
const going = vi.hoisted(() => ({ folder: '' }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    readdir: (...args: Parameters<typeof fs.readdir>) => {
      if (args[0] === going.folder) rmSync(going.folder, { recursive: true });
      return fs.readdir(...args);
    },
  };
});

const OLD = '2026-01-01T00-00-00.000Z';
const YOUNG = '2026-02-01T00-00-00.000Z';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-purged-'));
  for (const time of [OLD, YOUNG]) {
    mkdirSync(join(folder, TRASH, time, 'Other', 'below'), { recursive: true });
    for (const path of ['a.txt', 'below/b.txt'])
      writeFileSync(join(folder, TRASH, time, 'Other', ...path.split('/')), 'kept');
  }
});

afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['all of one time', OLD, []],
  ['a folder of it', `${OLD}/Other/below`, [`${OLD}/Other/a.txt`]],
])('lists what is left of the trash where %s goes meanwhile', async (_, gone, left) => {
  going.folder = join(folder, TRASH, ...gone.split('/'));
  const listed = value(await listTrash(folder));
  expect(listed.map(({ id }) => id).toSorted()).toEqual([
    ...left,
    `${YOUNG}/Other/a.txt`,
    `${YOUNG}/Other/below/b.txt`,
  ]);
  expect(value(await listTrash(folder, 'Other/a.txt' as RelPath))).toHaveLength(left.length + 1);
});
