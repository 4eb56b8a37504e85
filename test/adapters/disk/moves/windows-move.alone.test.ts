import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { value } from '../../../app/desk.ts';

/** A file that another program has open: NTFS links it, but takes no name of it away. */
const file = vi.hoisted(() => ({ isOpen: false }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const unlessOpen = (code: string): void => {
    if (file.isOpen) throw Object.assign(new Error(code), { code, syscall: 'rename' });
  };
  return {
    ...fs,
    unlinkSync: (path: string) => {
      unlessOpen('EPERM');
      fs.unlinkSync(path);
    },
    renameSync: (from: string, to: string) => {
      unlessOpen('EBUSY');
      fs.renameSync(from, to);
    },
  };
});

const { platform } = process;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-windows-'));
  mkdirSync(join(folder, 'Other'));
  writeFileSync(join(folder, 'Other', 'a.txt'), 'text');
  Object.defineProperty(process, 'platform', { value: 'win32' });
});

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  rmSync(folder, { recursive: true });
});

it('keeps its one name on Windows while another program has it open', async () => {
  const disk = createDisk();
  const seen = value(await disk.stat(folder, 'Other/a.txt' as RelPath));
  const move = () => disk.move(folder, { ...seen!, hash: null }, 'Other/b.txt' as RelPath);
  file.isOpen = true;
  expect(await move()).toMatchObject({ ok: false, failure: { code: 'in-use' } });
  expect(readdirSync(join(folder, 'Other'))).toEqual(['a.txt']);
  file.isOpen = false;
  value(await move());
  expect(readdirSync(join(folder, 'Other'))).toEqual(['b.txt']);
  await disk.close();
});
