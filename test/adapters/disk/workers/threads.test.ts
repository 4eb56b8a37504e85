import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { DiskWorkers } from '../../../../main/adapters/disk/workers/workers.ts';
import type { Disk, ScannedFile } from '../../../../main/sync/ports/disk.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';

const FILES = 100;
let folder: string;
let disk: Disk;
let files: ScannedFile[];
/** Threads that were started. */
let threads: number;
const count = (): void => void (threads += 1);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-threads-'));
  [files, threads] = [[], 0];
  process.on('worker', count);
  disk = createDisk();
  const marker = {
    site: 's1' as SiteId,
    baseUrl: 'http://127.0.0.1',
    folderId: 'f1',
    generation: null,
    edition: 0,
  };
  await disk.createSiteFolder(folder, marker);
  for (let n = 0; n < FILES; n++) writeFileSync(join(folder, `${n}.txt`), `${n}`);
  await disk.scan(folder, { ignore: [], scope: null }, (some) => files.push(...some));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await disk.close();
  process.off('worker', count);
  rmSync(folder, { recursive: true, force: true });
});

it('hashes a hundred files in the thread that scanned them, and thousands in two', async () => {
  expect(files).toHaveLength(FILES);
  const few = await disk.hash(folder, files);
  expect(few.every((each) => each.ok)).toBe(true);
  expect(threads).toBe(1);
  const many = await disk.hash(folder, Array.from({ length: 25 }, () => files).flat());
  expect(many.filter((each) => each.ok)).toHaveLength(25 * FILES);
  expect(threads).toBe(2);
});

it('starts a thread before it is asked, which then does what is asked', async () => {
  await disk.close();
  const ready = createDisk();
  ready.getReady();
  await expect.poll(() => threads).toBe(2);
  expect((await ready.hash(folder, files)).every((each) => each.ok)).toBe(true);
  expect(threads).toBe(2);
  await ready.close();
});

it('reads small files in the thread that reads others, and starts another only beside what takes longer', async () => {
  const workers = new DiskWorkers();
  const into = workers.memory.lend(1);
  const open = { kind: 'open', folder, files: [], into } as const;
  // However long the first thread takes to start.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  await Promise.all([workers.read(open), workers.read(open), workers.read(open)]);
  expect(threads).toBe(2);
  const scanning = workers.scan(
    { kind: 'scan', folder, ignore: [], scope: null, drives: [], known: new Map() },
    () => undefined,
  );
  await workers.read(open);
  expect(threads).toBe(3);
  await scanning;
  await workers.close();
  clock.mockRestore();
});

it('starts a second thread where small files take long to be read', async () => {
  const workers = new DiskWorkers();
  const into = workers.memory.lend(1);
  const open = { kind: 'open', folder, files: [], into } as const;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const first = workers.read(open);
  clock.mockReturnValue(1200);
  const second = workers.read(open);
  await Promise.all([first, second]);
  expect(threads).toBe(3);
  await workers.close();
});

it('ends no thread that is at work, however long ago another was to be ready', async () => {
  const workers = new DiskWorkers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading = workers.read({ kind: 'hash', files: [] });
  workers.getReady();
  vi.advanceTimersByTime(3_600_000);
  vi.useRealTimers();
  await expect(reading).resolves.toEqual([]);
  await workers.close();
});

it('answers who asks while its threads end', async () => {
  const closing = disk.close();
  const hashed = await disk.hash(folder, files);
  expect(hashed.every((each) => each.ok)).toBe(true);
  await closing;
  expect(threads).toBe(2);
});

it('says in words what its threads were asked when it was closed', async () => {
  const workers = new DiskWorkers();
  const reading = workers.read({ kind: 'hash', files: [] });
  const told = expect(reading).rejects.toMatchObject({
    name: 'FailureError',
    failure: { code: 'cancelled' },
  });
  await workers.close();
  await told;
});

it('holds the process until its threads have ended, whatever they still say', async () => {
  const workers = new DiskWorkers();
  const reserved = workers.reserve();
  const bytes = new Uint8Array(new SharedArrayBuffer(1));
  const piece = { kind: 'hash-piece', reading: reserved.reading, at: 0, bytes, digest: false } as const;
  await reserved.hashPiece(piece);
  const terminate = Reflect.get(Worker.prototype, 'terminate');
  const unref = vi.spyOn(Worker.prototype, 'unref');
  // As slow as on a busy machine: by then the thread has answered.
  const ending = vi.spyOn(Worker.prototype, 'terminate').mockImplementation(async function (this: Worker) {
    unref.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(unref).not.toHaveBeenCalled();
    return terminate.call(this);
  });
  const hashing = expect(reserved.hashPiece(piece)).rejects.toThrow('closed');
  await workers.close();
  await hashing;
  expect(ending).toHaveBeenCalledOnce();
});
