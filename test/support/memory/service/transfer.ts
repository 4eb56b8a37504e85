import { fail, ok, type Result } from '../../../../shared/failure.ts';
import {
  type TransferOptions,
  type Download,
  DownloadBroken,
  type ResumePoint,
  type UploadBody,
} from '../../../../main/sync/ports/service.ts';
import { broken, cancelled, sourceFailed } from './failures.ts';
import type { MemoryFailure } from './faults.ts';

const CHUNK = 64 * 1024;

/** The bytes of an upload; a stream has to be exactly as long as it said. */
export async function readUpload(body: UploadBody, options: TransferOptions): Promise<Result<Uint8Array>> {
  if (body.kind === 'bytes') {
    if (body.bytes.length > 0) options.onBytes?.(body.bytes.length);
    return ok(Uint8Array.from(body.bytes));
  }
  const content = new Uint8Array(body.size);
  let size = 0;
  try {
    for await (const chunk of body.open()) {
      if (options.signal?.aborted === true) return fail(cancelled());
      if (size + chunk.length > body.size) return fail(sourceFailed('length'));
      content.set(chunk, size);
      size += chunk.length;
      options.onBytes?.(chunk.length);
    }
  } catch {
    return fail(sourceFailed('source'));
  }
  return size === body.size ? ok(content) : fail(sourceFailed('length'));
}

interface Stored {
  readonly bytes: Uint8Array;
  readonly version: number;
}

/** A download with Range, If-Range and If-None-Match, as the real service reads them. */
export function memoryDownload(
  stored: Stored,
  resume: ResumePoint | null,
  unlessEtag: string | null,
  planned: MemoryFailure | null,
  options: TransferOptions,
): Download {
  const etag = `"${stored.version}"`;
  const total = stored.bytes.length;
  if (unlessEtag === etag) {
    return {
      offset: 0,
      total: null,
      etag,
      modified: null,
      unchanged: true,
      stream: chunks(stored.bytes, 0, 0, null, {}),
      cancel,
    };
  }
  const same = resume !== null && (resume.etag === null || resume.etag === etag);
  const offset = same && resume.offset < total ? resume.offset : 0;
  const cut = planned !== null && typeof planned === 'object' && 'truncateDownload' in planned;
  const breakAt = cut ? planned.truncateDownload : null;
  const stream = chunks(stored.bytes, offset, total, breakAt, options);
  return { offset, total, etag, modified: null, unchanged: false, stream, cancel };
}

function cancel(): void {
  // The stream holds nothing that would have to be let go.
}

async function* chunks(
  bytes: Uint8Array,
  from: number,
  to: number,
  breakAfter: number | null,
  options: TransferOptions,
): AsyncGenerator<Uint8Array> {
  const end = breakAfter === null ? to : Math.min(to, from + breakAfter);
  for (let at = from; at < end; at += CHUNK) {
    await Promise.resolve();
    if (options.signal?.aborted === true) throw new DownloadBroken(cancelled());
    const chunk = bytes.subarray(at, Math.min(at + CHUNK, end));
    options.onBytes?.(chunk.length);
    yield chunk;
  }
  if (end < to) throw new DownloadBroken(broken());
}
