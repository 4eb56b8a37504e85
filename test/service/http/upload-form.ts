import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { appendFile, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Blobs, StoredBlob } from '../store/blobs.ts';
import { contentTypeOf, OCTETS } from '../store/content-type.ts';

/** The file part of a form, already on disk. */
export interface UploadedFile {
  readonly tempPath: string;
  readonly size: number;
  /** True where it was longer than the service takes; the rest was not kept. */
  readonly tooLarge: boolean;
  readonly fileName: string;
  readonly contentType: string;
}

export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: UploadedFile | null;
}

const WRITE_SIZE = 1024 * 1024;
const FIELD_SIZE = 16 * 1024 * 1024;

/**
 * Reads a multipart body; the part named `file` goes to disk as it comes, so memory does not grow with its size.
 * Rejects where the client leaves in the middle; what had been written is then removed. Otherwise the caller ends with
 * `discardUpload`.
 */
export async function readUpload(
  request: FastifyRequest,
  blobs: Blobs,
  maxBytes: number,
): Promise<UploadForm> {
  const fields = new Map<string, string>();
  const tempPath = blobs.tempPath();
  let file: UploadedFile | null = null;
  const limits = { fileSize: maxBytes > 0 ? maxBytes : Infinity, fieldSize: FIELD_SIZE };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
      } else if (part.fieldname === 'file' && file === null) {
        await pipeline(part.file, createWriteStream(tempPath, { highWaterMark: WRITE_SIZE }));
        file = {
          tempPath,
          size: (await stat(tempPath)).size,
          tooLarge: part.file.truncated,
          fileName: part.filename,
          contentType: part.mimetype,
        };
      } else {
        part.file.resume();
      }
    }
    return { fields, file };
  } catch (error) {
    await rm(tempPath, { force: true });
    throw error;
  }
}

/** Keeps the uploaded bytes; `rewrite` appends a newline to a CSV file first, as a service that tidies would. */
export async function keepUpload(
  blobs: Blobs,
  file: UploadedFile,
  name: string,
  rewrite: boolean,
): Promise<StoredBlob> {
  if (rewrite && name.toLowerCase().endsWith('.csv')) await appendFile(file.tempPath, '\n');
  return blobs.adopt(file.tempPath);
}

/** Removes what was not kept; after `keepUpload` it does nothing. */
export async function discardUpload(form: UploadForm): Promise<void> {
  if (form.file !== null) await rm(form.file.tempPath, { force: true });
}

/** The type that the client named, or where it named none the one that the name suggests. */
export function uploadedType(file: UploadedFile, name: string): string {
  return file.contentType === '' || file.contentType === OCTETS ? contentTypeOf(name) : file.contentType;
}
