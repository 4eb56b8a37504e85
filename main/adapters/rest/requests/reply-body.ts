import { pipeline, Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Answer } from './exchange.ts';

/** A reply that is too large; reading stopped there. */
export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/** A reply in an encoding that nobody asked for and nobody here can read. */
export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding';
}

/** True if the bytes on the wire are not those of the content. */
export function isCompressed(answer: Answer): boolean {
  return encodingOf(answer) !== '';
}

/** The content of an answer, unpacked. Throws `UnknownEncoding`. */
export function contentStream(answer: Answer): AsyncIterable<Buffer> {
  if (!isCompressed(answer)) return answer.body;
  return unpacked(answer.body, unpackerOf(encodingOf(answer)));
}

/** Gives nothing if nothing came: some services name an encoding for answers without a body too. */
async function* unpacked(body: AsyncIterable<Buffer>, unpackerFor: Unpacker): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const packed = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  // Errors of both sides come out of the reader; the callback only keeps them from being thrown a second time.
  yield* pipeline(
    Readable.from(packed()),
    unpackerFor(first.value),
    () => undefined,
  ) as AsyncIterable<Buffer>;
}

/** The whole content, at most `cap` bytes of it once unpacked. Throws `ReplyTooLarge` and what the stream throws. */
export async function readWhole(answer: Answer, cap: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of contentStream(answer)) {
    size += chunk.length;
    if (size > cap) throw new ReplyTooLarge(`The reply is larger than ${cap} bytes.`);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

/** The first `cap` bytes of the content, or what came before it broke off. Never throws. */
export async function readStart(answer: Answer, cap: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of contentStream(answer)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= cap) break;
    }
  } catch {
    // Whatever there is of an error's words is useful.
  }
  return Buffer.concat(chunks).subarray(0, cap);
}

/** The text of a JSON reply, without a byte order mark. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Values that mean no encoding: slips, or, as the last one, left there when a store was filled. */
const NO_PACKING: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'aws-chunked']);

function encodingOf(answer: Answer): string {
  const named = answer.header('content-encoding')?.toLowerCase().split(',') ?? [];
  return named
    .map((each) => each.trim())
    .filter((each) => !NO_PACKING.has(each))
    .join(', ');
}

type Unpacker = (first: Buffer) => Transform;

function unpackerOf(encoding: string): Unpacker {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return () => createGunzip();
    case 'deflate':
      return inflaterOf;
    case 'br':
      return () => createBrotliDecompress();
    case 'zstd':
      return () => createZstdDecompress();
    default:
      throw new UnknownEncoding(`Content-Encoding ${encoding}`);
  }
}

/** By the standard, deflated data is in zlib's format, which its first byte shows. Older servers leave that out. */
function inflaterOf(first: Buffer): Transform {
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
