import { randomUUID } from 'node:crypto';

/** A multipart/form-data body around one file: the bytes before it and after it. */
export interface MultipartForm {
  readonly contentType: string;
  readonly head: string;
  readonly tail: string;
}

export interface FilePart {
  /** Name of the form's field. */
  readonly field: string;
  readonly fileName: string;
  readonly contentType: string;
}

/**
 * 122 random bits: no file contains this line by chance, so files need not be searched. The number makes it new for
 * each form, since a file may contain a form that was sent before.
 */
const LINE = `sitesync-${randomUUID()}`;
let forms = 0;

/** The fields in their order, then the file if there is one. Escaping and encoding are those of WHATWG forms. */
export function multipartForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: FilePart | null,
): MultipartForm {
  const boundary = `${LINE}-${(forms += 1)}`;
  // Joined in one go: text that grows bit by bit is copied once more when it becomes bytes.
  const head: string[] = [];
  const part = (names: string): void =>
    void head.push('--', boundary, '\r\nContent-Disposition: form-data; ', names, '\r\n');
  for (const [name, value] of fields) {
    part(`name="${escapeName(name)}"`);
    head.push('\r\n', value, '\r\n');
  }
  if (file !== null) {
    part(`name="${escapeName(file.field)}"; filename="${escapeName(file.fileName)}"`);
    head.push('Content-Type: ', safeType(file.contentType), '\r\n\r\n');
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: head.join(''),
    tail: `${file === null ? '' : '\r\n'}--${boundary}--\r\n`,
  };
}

/** The whole form in one piece, for bytes that are at hand. */
export function wholeForm({ head, tail }: MultipartForm, bytes: Uint8Array): Buffer {
  const start = Buffer.byteLength(head);
  const form = Buffer.allocUnsafe(start + bytes.length + tail.length);
  form.write(head);
  form.set(bytes, start);
  form.write(tail, start + bytes.length, 'latin1');
  return form;
}

function escapeName(name: string): string {
  if (!/["\r\n]/.test(name)) return name;
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}

/** The media type goes into a header of the part: no other text may break out of it. */
function safeType(type: string): string {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/.test(type)
    ? type
    : 'application/octet-stream';
}
