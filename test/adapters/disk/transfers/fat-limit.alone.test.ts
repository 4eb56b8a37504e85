import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import type { FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import { failure, value } from '../suite/bench.ts';

const GB = 1024 ** 3;

/** A stick with FAT on Windows, which says that it is full where a file gets too large. */
const stick = vi.hoisted(() => ({ free: 0, written: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return { ...fs, statfs: () => Promise.resolve({ bavail: stick.free / 4096, bsize: 4096 }) };
});

vi.mock('../../../../main/adapters/disk/transfers/piece-writer.ts', () => {
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC, write'), { code: 'ENOSPC', syscall: 'write' });
  };
  return {
    PieceWriter: class {
      readonly write = async (): Promise<void> => full();
      readonly finish = async (): Promise<void> => full();
      readonly settle = async (): Promise<number> => 0;
      readonly release = (): void => undefined;
      get size(): number {
        return stick.written;
      }
    },
  };
});

const { platform } = process;
let folder: string;
const on = (name: string): void => {
  Object.defineProperty(process, 'platform', { value: name });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-fat-'));
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, MARKER), '{}');
  Object.assign(stick, { free: 20 * GB, written: 4 * GB });
  on('win32');
});

afterEach(() => {
  on(platform);
  rmSync(folder, { recursive: true });
});

/** What is said of a download whose write or end fails. */
async function said(): Promise<readonly string[]> {
  const disk = createDisk();
  const of = [folder, 'id-1' as FileId, 'v1' as RemoteFingerprint, 'Other/scan.e57'] as const;
  const sink = value(await disk.openDownload(...of, 5 * GB));
  const codes = [failure(await sink.write(new Uint8Array(1))), failure(await sink.finish())];
  await sink.discard();
  await disk.close();
  return codes.map(({ code }) => code);
}

it('says of a file that is too large for a stick that it is, and not that the stick is full', async () => {
  expect(await said()).toEqual(['too-large', 'too-large']);
});

it('says that it is full where it is', async () => {
  stick.free = GB / 64;
  expect(await said()).toEqual(['disk-full', 'disk-full']);
  Object.assign(stick, { free: 20 * GB, written: 4 * GB - 1 });
  expect(await said()).toEqual(['disk-full', 'disk-full']);
  stick.written = 4 * GB;
  on('linux');
  expect(await said()).toEqual(['disk-full', 'disk-full']);
});
