/** Where the parts of a form with one file begin and end. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly fileName: string;
  /** Offset of the file's first byte. */
  readonly start: number;
  /** Bytes after the file. */
  readonly tail: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Reads the head of a form whose last part is the file; null if more bytes are needed. */
export function readForm(bytes: Buffer, contentType: string): Form | null {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? '';
  const line = Buffer.from(`--${boundary}`);
  const fields = new Map<string, string>();
  for (let at = 0; ;) {
    const headEnd = bytes.indexOf(END_OF_HEAD, at);
    if (headEnd < 0) return null;
    const head = bytes.toString('utf8', at + line.length, headEnd);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    const start = headEnd + END_OF_HEAD.length;
    // After the file: a line end, two dashes, the boundary, two dashes, a line end.
    if (fileName !== undefined) return { fields, fileName, start, tail: line.length + 6 };
    const next = bytes.indexOf(line, start);
    if (next < 0) return null;
    fields.set(name, bytes.toString('utf8', start, next - 2));
    at = next;
  }
}
