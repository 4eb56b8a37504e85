import { randomUUID } from 'node:crypto';

/** A multipart/form-data body around one file: what goes before its bytes and what goes after them. */
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
 * 122 random bits: that a file holds this line by chance need not be looked for. The number makes it one of its own for
 * each form, since a file may hold what was sent before.
 */
const LINE = `sitesync-${randomUUID()}`;
let forms = 0;

/** The fields in their order, then the file where there is one. Escaping and encoding are those of the WHATWG form. */
export function multipartForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: FilePart | null,
): MultipartForm {
  const boundary = `${LINE}-${(forms += 1)}`;
  // Joined at once: what is put together bit by bit is copied once more when its bytes are made.
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

/** A form around bytes that are at hand, in one piece. */
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

/** A media type goes into a header of the part: anything that is none must not break out of it. */
function safeType(type: string): string {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/.test(type)
    ? type
    : 'application/octet-stream';
}
