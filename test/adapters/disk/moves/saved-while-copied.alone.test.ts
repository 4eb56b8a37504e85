import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { acrossDrives } from '../../../../main/adapters/disk/moves/across-drives.ts';
import { Refused } from '../../../../main/adapters/disk/problem.ts';

/** What a person does when a copy is made. */
const person = vi.hoisted(() => ({ act: () => {} }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    copyFile: async (...args: Parameters<typeof fs.copyFile>) => {
      await fs.copyFile(...args);
      person.act();
    },
  };
});

let root: string;
let from: string;
let to: string;
let copies: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitesync-saved-'));
  [from, to, copies] = [join(root, 'from'), join(root, 'to'), join(root, '.sitesync')];
  writeFileSync(from, 'text');
  person.act = () => undefined;
});

afterEach(() => rmSync(root, { recursive: true }));

/** As where the two lie on two drives. */
function rename(file: string): void {
  if (file === from) throw Object.assign(new Error('another drive'), { code: 'EXDEV', syscall: 'rename' });
  renameSync(file, to);
}

it('a file goes to another drive as a copy, and nothing else is left there', async () => {
  expect(await acrossDrives(from, copies, rename)).toMatchObject({ size: 4 });
  expect(readdirSync(root)).toEqual(['from', 'to']);
});

it('one that is saved while it is copied does not go', async () => {
  person.act = () => writeFileSync(from, 'Text');
  await expect(acrossDrives(from, copies, rename)).rejects.toThrow(Refused);
  expect(readdirSync(root)).toEqual(['from']);
});

it('another copy that ends takes no folder away from it', async () => {
  let times = 0;
  person.act = () => {
    if (++times > 1) return;
    rmSync(copies, { recursive: true });
    throw Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'copyfile' });
  };
  await acrossDrives(from, copies, rename);
  expect(readFileSync(to, 'utf8')).toBe('text');
  expect(readdirSync(root)).toEqual(['from', 'to']);
});

it('a file that cannot be copied leaves nothing', async () => {
  mkdirSync(copies);
  person.act = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'copyfile' });
  };
  await expect(acrossDrives(from, copies, rename)).rejects.toThrow('full');
  expect(readdirSync(root)).toEqual(['from']);
});
