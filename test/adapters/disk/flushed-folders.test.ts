import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MARKER } from '../../../main/adapters/disk/layout.ts';
import { makeWayNow } from '../../../main/adapters/disk/way-now.ts';
import { makeWay } from '../../../main/adapters/disk/way.ts';

/** Paths of what was opened, and of what was flushed. */
const seen = vi.hoisted(() => ({ opened: new Map<number, string>(), flushed: [] as string[] }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      const descriptor = fs.openSync(...args);
      seen.opened.set(descriptor, String(args[0]));
      return descriptor;
    },
    fsyncSync: (descriptor: number) => {
      fs.fsyncSync(descriptor);
      seen.flushed.push(seen.opened.get(descriptor) ?? '');
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        seen.flushed.push(String(args[0]));
      };
      return handle;
    },
  };
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-flushed-'));
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, MARKER), '{}');
  seen.flushed = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

it.skipIf(process.platform === 'win32').each([
  ['at once', makeWayNow],
  ['in turns', makeWay],
] as const)(
  'a folder that is made (%s) survives a power cut, and so does what it lies in',
  async (_, make) => {
    mkdirSync(join(folder, 'Other'));
    await make(folder, 'Other/deep/deeper');
    expect(seen.flushed).toEqual([join(folder, 'Other'), join(folder, 'Other', 'deep')]);
    await make(folder, 'Other/deep/deeper');
    expect(seen.flushed).toHaveLength(2);
  },
);
