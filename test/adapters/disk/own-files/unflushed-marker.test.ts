import { mkdtempSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import {
  createSiteFolder,
  readMarker,
  rewriteMarker,
} from '../../../../main/adapters/disk/own-files/marker.ts';
import type { Marker } from '../../../../main/sync/ports/disk.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { asWritten, failure, value } from '../suite/bench.ts';

const FIRST: Marker = {
  site: 'site-1' as SiteId,
  baseUrl: 'https://sites.example',
  folderId: 'folder-1',
  generation: '11111111-1111-4111-8111-111111111111',
  edition: 1,
};

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-unflushed-'));
  value(await createSiteFolder(folder, FIRST));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A disk that takes what is written and then fails to flush it, so many times. */
async function failToFlush(times: number): Promise<void> {
  const handle = await open(join(folder, MARKER));
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const flush = vi.spyOn(prototype, 'sync');
  const broken = Object.assign(new Error('EIO: i/o error, fsync'), {
    code: 'EIO',
    errno: -5,
    syscall: 'fsync',
  });
  for (let time = 0; time < times; time++) flush.mockRejectedValueOnce(broken);
}

it('is written as a whole where its edition could not be flushed in place', async () => {
  await failToFlush(1);
  value(await rewriteMarker(folder, { ...FIRST, edition: 2 }, FIRST));
  expect(asWritten(await readMarker(folder))).toEqual({ ...FIRST, edition: 2 });
});

it('is no marker of another folder where the disk fails to flush at all', async () => {
  await failToFlush(2);
  const failed = failure(await rewriteMarker(folder, { ...FIRST, edition: 2 }, FIRST));
  expect(failed).toMatchObject({ detail: 'EIO' });
  expect(failed.code).not.toBe('folder-missing');
});
