import type { FileFields, UploadBody } from '../../sync/ports/service.ts';
import { FILE_PART, fileFormFields } from './dialect.ts';
import { multipartForm, wholeForm } from './multipart.ts';
import { UploadStream } from './upload-stream.ts';

/** A body ready to be sent, with the headers that belong to it. */
export interface FormBody {
  readonly body: Buffer | UploadStream;
  readonly headers: Readonly<Record<string, string>>;
}

/** The form of a create or update: one Buffer where the content is at hand, else a stream of known length. */
export function formBody(
  fields: FileFields,
  content: UploadBody | null,
  onBytes: (bytes: number) => void,
): FormBody {
  const file =
    content === null ? null : { field: FILE_PART, fileName: fields.name, contentType: fields.contentType };
  const form = multipartForm(fileFormFields(fields), file);
  if (content?.kind === 'stream') {
    const body = new UploadStream(form, content.size, content.open, onBytes);
    return { body, headers: headersOf(form.contentType, body.length) };
  }
  const body = wholeForm(form, content?.bytes ?? NOTHING);
  return { body, headers: headersOf(form.contentType, body.length) };
}

function headersOf(contentType: string, length: number): Record<string, string> {
  return { 'Content-Type': contentType, 'Content-Length': String(length) };
}

const NOTHING = new Uint8Array(0);
