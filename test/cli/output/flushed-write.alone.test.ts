import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeWhole } from '../../../main/hosts/cli/output/write-whole.ts';

/** What was flushed, and what got another name, in order. */
const order = vi.hoisted((): string[] => []);

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const fsync: typeof fs.fsync = Object.assign((descriptor: number, done: Fs.NoParamCallback) => {
    order.push(`flush ${fs.fstatSync(descriptor).size} bytes`);
    fs.fsync(descriptor, done);
  }, fs.fsync);
  // Node takes a stand-in for this one too; its types do not name it.
  const noted = { ...fs, fsync };
  const createWriteStream: typeof fs.createWriteStream = (path, options) =>
    fs.createWriteStream(path, { ...(options as object), fs: noted });
  return { ...fs, createWriteStream };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    rename: async (from: string, to: string) => {
      order.push(`rename to ${to}`);
      await fs.rename(from, to);
    },
    open: async (path: string, flags?: string) => {
      const handle = await fs.open(path, flags);
      const sync = handle.sync.bind(handle);
      handle.sync = () => {
        order.push(`flush ${path}`);
        return sync();
      };
      return handle;
    },
  };
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-flushed-write-'));
  order.length = 0;
});

afterEach(() => rmSync(folder, { recursive: true }));

it.skipIf(process.platform === 'win32')(
  'flushes the bytes before the file gets its name, and the name afterwards',
  async () => {
    const file = join(folder, 'table.csv');
    expect(await writeWhole(file, Readable.from(['0123456789']), new AbortController().signal)).toBeNull();
    expect(order).toEqual(['flush 10 bytes', `rename to ${file}`, `flush ${dirname(file)}`]);
    expect(statSync(file).size).toBe(10);
  },
);
