import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PieceWriter } from '../../../../main/adapters/disk/transfers/piece-writer.ts';
import { DiskWorkers } from '../../../../main/adapters/disk/workers/workers.ts';

const PIECE = 256 * 1024;
const bytes = Uint8Array.from({ length: 5 * PIECE + 3 }, (_, at) => (at * 31 + (at >> 9)) & 0xff);

let workers: DiskWorkers;
beforeEach(() => {
  workers = new DiskWorkers();
});
afterEach(() => workers.close());

/** An open file that takes its time. */
class SlowFile {
  readonly content = new Uint8Array(bytes.length);
  /** Offset at which nothing more can be written. */
  readonly #full: number;

  constructor(full = Infinity) {
    this.#full = full;
  }

  #written = 0;
  /** Bytes that were in it when it was flushed last. */
  flushed = 0;

  sync(): Promise<void> {
    this.flushed = this.#written;
    return Promise.resolve();
  }

  /** As a drive may: not all that it was given. */
  async write(
    from: Uint8Array,
    start: number,
    length: number,
    at: number,
  ): Promise<{ bytesWritten: number }> {
    await delay(2);
    if (at >= this.#full) throw Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 });
    const bytesWritten = Math.min(length, 100_000);
    this.content.set(from.subarray(start, start + bytesWritten), at);
    this.#written += bytesWritten;
    return { bytesWritten };
  }
}

it('writes pieces that a drive takes in parts, while the next ones come, and hashes and flushes them all', async () => {
  const file = new SlowFile();
  const writer = new PieceWriter(workers, file as unknown as FileHandle);
  for (let at = 0; at < bytes.length; at += 70_000) await writer.write(bytes.subarray(at, at + 70_000));
  expect(await writer.finish()).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(Buffer.compare(file.content, bytes)).toBe(0);
  expect(file.flushed).toBe(bytes.length);
  writer.release();
});

it('tells of a write that failed, and how much is there for certain', async () => {
  const writer = new PieceWriter(workers, new SlowFile(2 * PIECE) as unknown as FileHandle);
  await writer.write(bytes);
  expect(await writer.settle()).toBe(2 * PIECE);
  await expect(writer.finish()).rejects.toMatchObject({ code: 'ENOSPC' });
  writer.release();
});
