import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { text } from '../../text/setup.ts';
import { format } from '../../ui/words/format.ts';
import type { PreviewFile } from './preview-file.ts';
import { readBytes, type ContentFault } from './read-bytes.ts';

/** All bytes of a file. Fails if there are more than `limit`. */
export async function readWhole(
  file: PreviewFile,
  limit: number,
  signal: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const read = await readBytes(file.url, { limit, signal });
  return read.ok ? ok(read.bytes) : fail(contentFailure(file, read.fault, read.size, limit));
}

export interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Size of the whole file, bytes. */
  readonly total: number;
}

/** The bytes from `from` up to, but not including, `to`, or up to the end. */
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
  // The file is empty, or the host knows no ranges: all of it came.
  const whole = new Uint8Array(await response.arrayBuffer());
  return ok({ bytes: whole.slice(from, to), total: whole.length });
}

async function ask(file: PreviewFile, init: RequestInit): Promise<Result<Response>> {
  try {
    const response = await fetch(file.url, init);
    if (response.ok || response.status === 416) return ok(response);
    return fail(contentFailure(file, response.status === 404 ? 'not-here' : 'not-read'));
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    return fail(contentFailure(file, 'not-read'));
  }
}

/** Says why the bytes of a file cannot be had. Sizes are in bytes. */
export function contentFailure({ name }: PreviewFile, fault: ContentFault, size = 0, limit = 0): Failure {
  switch (fault) {
    case 'not-here':
      return {
        code: 'not-found',
        message: text('preview.notHere', { name }),
        hint: text('preview.notHereHint'),
        retry: 'on-change',
      };
    case 'not-read':
      return {
        code: 'unreadable',
        message: text('preview.notRead', { name }),
        hint: text('preview.notReadHint'),
        retry: 'now',
      };
    case 'too-large':
      return {
        code: 'too-large',
        message: text('preview.tooLarge', { name, size: format.bytes(size), limit: format.bytes(limit) }),
        hint: text('preview.ownProgram'),
        retry: 'on-change',
      };
    default:
      return fault satisfies never;
  }
}

/** Says what is wrong with the content of a file. */
export function damaged(message: string, hint: string = text('preview.damagedHint')): Failure {
  return { code: 'not-understood', message, hint, retry: 'on-change' };
}

/**
 * A chunk of the program is gone, since a newer version was installed while the window was open. The file is not at
 * fault.
 */
export function partMissing(name: string): Failure {
  return damaged(text('preview.partMissing', { name }), text('preview.partMissingHint'));
}

/** Says why a worker died. */
export function workerFailure(
  name: string,
  event: Partial<ErrorEvent>,
  broken: (reason: string) => Failure,
): Failure {
  return isUnloaded(event) ? partMissing(name) : broken(event.message ?? '');
}

/** A worker whose script could not be loaded gives no message. */
export function isUnloaded({ message }: Partial<ErrorEvent>): boolean {
  return message === undefined || message === '';
}
