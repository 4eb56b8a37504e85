import type { SiteId } from '../../../../shared/model/ids.ts';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileFields, UploadBody } from '../../../../main/sync/ports/service.ts';
import { sendJson } from '../raw-server.ts';

/** What is said of a file that is sent. */
export const FIELDS: FileFields = {
  site: 'site' as SiteId,
  category: 'other',
  name: 'model.ifc',
  contentType: 'application/octet-stream',
  metadata: {},
};

/** Chunks of one size, each written over as soon as the next is asked for. */
export function overwritten(
  chunks: number,
  size: number,
): { readonly body: UploadBody; readonly hash: string } {
  const contents = Array.from({ length: chunks }, (_, n) => Buffer.alloc(size, n + 1));
  // As the disk hands it out: memory that its threads see.
  const memory = Buffer.from(new SharedArrayBuffer(size));
  return {
    hash: createHash('sha256').update(Buffer.concat(contents)).digest('hex'),
    body: {
      kind: 'stream',
      size: chunks * size,
      open: async function* () {
        for (const content of contents) {
          content.copy(memory);
          yield memory;
          memory.fill(0xff);
        }
      },
    },
  };
}

/** Reads slowly, and tells the hash of the file in the form as the record's id. */
export function hashing(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunks.length % 16 !== 1) return;
    request.pause();
    setTimeout(() => request.resume(), 2);
  });
  request.on('end', () => {
    const form = Buffer.concat(chunks);
    const start = form.indexOf('\r\n\r\n', form.indexOf('filename=')) + 4;
    const tail = form.subarray(0, form.indexOf('\r\n')).length + 6;
    const file = form.subarray(start, form.length - tail);
    sendJson(response, { id: createHash('sha256').update(file).digest('hex') }, 201);
  });
}
