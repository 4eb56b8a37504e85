import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import type { DownloadSink } from '../../../../main/sync/ports/disk.ts';
import type { FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import type { Result } from '../../../../shared/failure.ts';
import { must as value } from '../../../support/must.ts';

/** Does the system let this process open no more files? */
const files = vi.hoisted(() => ({ areUsedUp: false }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const open: typeof fs.open = async (path, ...how) => {
    if (files.areUsedUp)
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
    return fs.open(path, ...how);
  };
  return { ...fs, open };
});

const disk = createDisk();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-files-'));
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, '.sitesync', 'site.json'), '{}');
});

afterEach(async () => {
  files.areUsedUp = false;
  await disk.close();
  rmSync(folder, { recursive: true });
});

const opened = (): Promise<Result<DownloadSink>> =>
  disk.openDownload(folder, 'scan.e57' as FileId, 'v1' as RemoteFingerprint, 'Other/scan.e57');

it('what came of a large file stays where no more files can be opened', async () => {
  const sink = value(await opened());
  value(await sink.write(new Uint8Array(5_000_000)));
  await sink.suspend({ fingerprint: 'v1' as RemoteFingerprint, etag: null });
  files.areUsedUp = true;
  expect(await opened()).toMatchObject({
    failure: { code: 'unreadable', message: expect.stringContaining('no more files') as string },
  });
  files.areUsedUp = false;
  const next = value(await opened());
  expect(next.offset).toBe(5_000_000);
  await next.discard();
});
