import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { readForm, type Form } from './form.ts';
import type { Stored, StoredFiles } from './stored-files.ts';

const SMALL = 1024 * 1024;

/** Receives an upload: a small one in memory, a large one straight to disk. */
export async function receive(
  request: IncomingMessage,
  files: StoredFiles,
  id: string = randomUUID(),
): Promise<Stored> {
  const type = request.headers['content-type'] ?? '';
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  return length <= SMALL ? receiveSmall(request, type, files, id) : receiveLarge(request, type, files, id);
}

async function receiveSmall(
  request: IncomingMessage,
  type: string,
  files: StoredFiles,
  id: string,
): Promise<Stored> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', resolve);
    request.on('error', reject);
  });
  const [only] = chunks;
  const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  const form = readForm(body, type);
  if (form === null) throw new Error('No file in the form');
  const bytes = body.subarray(form.start, body.length - form.tail);
  return files.put(id, fieldsOf(form, bytes.length), files.writeSmall(id, bytes));
}

async function receiveLarge(
  request: IncomingMessage,
  type: string,
  files: StoredFiles,
  id: string,
): Promise<Stored> {
  const path = files.pathOf(id);
  const out = createWriteStream(path, { highWaterMark: SMALL });
  let head: Buffer = Buffer.alloc(0);
  let form: Form | null = null;
  // curl sends no length if it streams: then the last bytes are held back, and the tail is cut from them.
  let held: Buffer = Buffer.alloc(0);
  let size = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    size += bytes.length;
    if (!out.write(bytes)) await once(out, 'drain');
  };
  for await (const chunk of request as AsyncIterable<Buffer>) {
    let bytes = chunk;
    if (form === null) {
      head = Buffer.concat([head, chunk]);
      form = readForm(head, type);
      if (form === null) continue;
      bytes = head.subarray(form.start);
    }
    // Only the last bytes can be the tail.
    if (bytes.length >= form.tail) {
      if (held.length > 0) await write(held);
      await write(bytes.subarray(0, bytes.length - form.tail));
      held = bytes.subarray(bytes.length - form.tail);
    } else {
      const both = Buffer.concat([held, bytes]);
      await write(both.subarray(0, both.length - form.tail));
      held = both.subarray(both.length - form.tail);
    }
  }
  out.end();
  await finished(out);
  if (form === null) throw new Error('No file in the form');
  return files.put(id, fieldsOf(form, size), path);
}

function fieldsOf(
  { fields, fileName }: Form,
  size: number,
): { name: string; category: string; metadata: unknown; size: number } {
  return {
    name: fields.get('name') ?? fileName,
    category: fields.get('category') ?? 'other',
    metadata: JSON.parse(fields.get('metadata') ?? 'null'),
    size,
  };
}
