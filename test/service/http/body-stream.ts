import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const READ_SIZE = 1024 * 1024;
const SLICES_PER_SECOND = 20;
/** How long the last bytes before a cut get to leave this process. */
const FLUSH_MS = 20;

/** A stretch of a stored file. It is opened first: a blob that is replaced meanwhile can still be read to its end. */
export async function readStretch(path: string, start: number, end: number): Promise<Readable> {
  if (end <= start) return Readable.from([], { objectMode: false });
  const handle = await open(path);
  return handle.createReadStream({ start, end: end - 1, highWaterMark: READ_SIZE });
}

/** The same bytes, at most `bytesPerSecond` of them. */
export async function* slowed(source: Readable, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const slice = Math.max(1, Math.floor(bytesPerSecond / SLICES_PER_SECOND));
  for await (const chunk of source) {
    const bytes: Buffer = chunk;
    for (let at = 0; at < bytes.length; at += slice) {
      const part = bytes.subarray(at, at + slice);
      await sleep((part.length / bytesPerSecond) * 1000);
      yield part;
    }
  }
}

/** The first `length` bytes; then `cut` is called, which has to close the connection. */
export async function* truncated(source: Readable, length: number, cut: () => void): AsyncGenerator<Buffer> {
  let left = length;
  for await (const chunk of source) {
    const bytes: Buffer = chunk;
    if (left > 0) yield bytes.subarray(0, left);
    left -= bytes.length;
    if (left <= 0) break;
  }
  await sleep(FLUSH_MS);
  cut();
}
