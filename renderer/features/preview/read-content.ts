import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { text } from '../../text/setup.ts';
import { format } from '../../ui/format.ts';
import type { PreviewFile } from './preview-file.ts';

interface Reading {
  readonly signal: AbortSignal;
  /** Told of the bytes that have come. */
  readonly onProgress?: (done: number) => void;
}

/** All bytes of a file; a failure where it has more than `limit` of them. */
export async function readWhole(
  file: PreviewFile,
  limit: number,
  { signal, onProgress }: Reading,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const answer = await ask(file, { signal });
  if (!answer.ok) return answer;
  const { body, headers } = answer.value;
  const said = Number(headers.get('content-length'));
  if (said > limit) {
    await body?.cancel();
    return fail(tooLarge(file, said, limit));
  }
  const chunks: Uint8Array[] = [];
  let done = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      done += chunk.length;
      if (done > limit) return fail(tooLarge(file, done, limit));
      onProgress?.(done);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(away(file));
  }
  return ok(joined(chunks, done));
}

export interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole file. */
  readonly total: number;
}

/** Bytes `from` up to, not including, `to`, or up to the end. */
export async function readPart(
  file: PreviewFile,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Result<Part>> {
  const answer = await ask(file, { signal, headers: { range: `bytes=${from}-${to - 1}` } });
  if (!answer.ok) return answer;
  const response = answer.value;
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  if (response.status === 206 && Number.isFinite(total))
    return ok({ bytes: new Uint8Array(await response.arrayBuffer()), total });
  // Empty, or a host without ranges: then the whole came.
  const whole = new Uint8Array(await response.arrayBuffer());
  return ok({ bytes: whole.slice(from, to), total: whole.length });
}

async function ask(file: PreviewFile, init: RequestInit): Promise<Result<Response>> {
  try {
    const response = await fetch(file.url, init);
    return response.ok || response.status === 416
      ? ok(response)
      : fail(response.status === 404 ? notHere(file) : away(file));
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    return fail(away(file));
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function notHere({ name }: PreviewFile): Failure {
  return {
    code: 'not-found',
    message: text('preview.notHere', { name }),
    hint: text('preview.notHereHint'),
    retry: 'on-change',
  };
}

function away({ name }: PreviewFile): Failure {
  return {
    code: 'unreadable',
    message: text('preview.notRead', { name }),
    hint: text('preview.notReadHint'),
    retry: 'now',
  };
}

export function tooLarge({ name }: PreviewFile, size: number, limit: number): Failure {
  return {
    code: 'too-large',
    message: text('preview.tooLarge', { name, size: format.bytes(size), limit: format.bytes(limit) }),
    hint: text('preview.ownProgram'),
    retry: 'on-change',
  };
}

/** What is wrong with the content of a file, in words. */
export function damaged(message: string, hint: string = text('preview.damagedHint')): Failure {
  return { code: 'not-understood', message, hint, retry: 'on-change' };
}
