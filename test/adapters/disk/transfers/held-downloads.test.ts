import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { NO_PART, SMALL } from '../../../../main/adapters/disk/layout.ts';
import type { Disk, DownloadSink } from '../../../../main/sync/ports/disk.ts';
import type { FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { sha256 } from '../../../support/memory/disk/reading.ts';
import { MARKER, value } from '../suite/bench.ts';

const V1 = 'v1' as RemoteFingerprint;
const TARGET = 'Other/photo.jpg' as RelPath;
/** Of these are four held in memory at a time. */
const LARGEST = SMALL;

let folder: string;
let disk: Disk;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'sitesync-held-')), 'Harbour House');
  disk = createDisk();
  value(await disk.createSiteFolder(folder, MARKER));
});

afterEach(async () => {
  await disk.close();
  await rm(join(folder, '..'), { recursive: true });
});

async function begin(id: string, size: number): Promise<DownloadSink> {
  return value(await disk.openDownload(folder, id as FileId, V1, TARGET, size));
}

const parts = (): Promise<string[]> => readdir(join(folder, '.sitesync', 'tmp')).catch(() => []);

async function startAnew(): Promise<void> {
  await disk.close();
  disk = createDisk();
}

it('goes on with a photo where it broke off, also after the program was started anew', async () => {
  const photo = randomBytes(NO_PART + 1000);
  const first = await begin('photo', photo.length);
  value(await first.write(photo.subarray(0, 1000)));
  expect(await parts()).toEqual([]);
  await first.suspend({ fingerprint: V1, etag: '"e"' });
  const second = await begin('photo', photo.length);
  expect(second).toMatchObject({ offset: 1000, etag: '"e"' });
  value(await second.write(photo.subarray(1000, 2000)));
  await second.suspend({ fingerprint: V1, etag: '"e"' });
  await startAnew();
  const third = await begin('photo', photo.length);
  expect(third).toMatchObject({ offset: 2000, etag: '"e"' });
  value(await third.write(photo.subarray(2000)));
  expect(value(await third.finish())).toEqual({ size: photo.length, hash: sha256(photo) });
  value(await third.place(TARGET, null, null));
  expect(await readFile(join(folder, TARGET))).toEqual(photo);
  expect(await parts()).toEqual([]);
});

it('keeps a photo that cannot be placed, also until the program was started anew', async () => {
  const photo = randomBytes(SMALL);
  const first = await begin('photo', photo.length);
  value(await first.write(photo));
  expect(value(await first.finish())).toEqual({ size: photo.length, hash: sha256(photo) });
  await first.keep(V1);
  await startAnew();
  const second = await begin('photo', photo.length);
  expect(second.whole).toBe(sha256(photo));
  value(await second.finish());
  value(await second.place(TARGET, null, null));
  expect(await readFile(join(folder, TARGET))).toEqual(photo);
});

it('holds only so much in memory: what comes beyond that is written as it comes', async () => {
  const held: DownloadSink[] = [];
  for (let n = 0; n < 4; n++) held.push(await begin(`photo ${n}`, LARGEST));
  expect(await parts()).toEqual([]);
  const beyond = await begin('beyond', LARGEST);
  expect(await parts()).toHaveLength(1);
  await beyond.discard();
  const [first] = held;
  // Each end gives back what was held, and once only.
  await first!.discard();
  await first!.discard();
  held.push(await begin('in its place', LARGEST));
  expect(await parts()).toEqual([]);
  const again = await begin('beyond', LARGEST);
  expect(await parts()).toHaveLength(1);
  for (const sink of [...held, again]) await sink.discard();
});

it('lets no download write into the memory of another', async () => {
  const photos = Array.from({ length: 6 }, () => randomBytes(NO_PART));
  for (const [round, photo] of photos.entries()) {
    const target = `Other/${round}.jpg` as RelPath;
    const other = await begin(`other ${round}`, NO_PART);
    const sink = await begin(`photo ${round}`, photo.length);
    value(await sink.write(photo));
    value(await other.write(Buffer.alloc(NO_PART, 'x')));
    await other.discard();
    const third = await begin(`third ${round}`, NO_PART);
    value(await third.write(Buffer.alloc(NO_PART, 'y')));
    expect(value(await sink.finish()).hash).toBe(sha256(photo));
    value(await sink.place(target, null, null));
    await third.discard();
    expect(await readFile(join(folder, target))).toEqual(photo);
  }
});

it('holds what is placed until it lies in its place, also where it waits for others', async () => {
  const photos = Array.from({ length: 3 }, () => randomBytes(NO_PART));
  const placed: Promise<unknown>[] = [];
  for (const [n, photo] of photos.entries()) {
    const sink = await begin(`photo ${n}`, photo.length);
    value(await sink.write(photo));
    value(await sink.finish());
    // The first goes at once, the others together when it is done.
    placed.push(sink.place(`Other/${n}.jpg` as RelPath, null, null));
  }
  for (let n = 0; n < photos.length; n++) {
    const other = await begin(`other ${n}`, NO_PART);
    value(await other.write(Buffer.alloc(NO_PART, 'x')));
  }
  await Promise.all(placed);
  for (const [n, photo] of photos.entries())
    expect((await readFile(join(folder, `Other/${n}.jpg`))).equals(photo)).toBe(true);
});

it('makes no part of a photo of which nothing came', async () => {
  const size = NO_PART + 1;
  await (await begin('photo', size)).suspend({ fingerprint: V1, etag: null });
  expect(await parts()).toEqual([]);
  const again = await begin('photo', size);
  expect(again.offset).toBe(0);
  await again.discard();
});
