import type { IfcFault } from './ifc-messages.ts';

export interface IfcHeader {
  readonly schema: string;
  /** The file stops before its end mark. */
  readonly isPartial: boolean;
}

const HEAD = 20_000;
/** Comments and signatures may follow the end mark. */
const TAIL = 64 * 1024;
/** The highest of the blanks, ends of lines and zeros: any number of them may follow the end mark. */
const BLANK = 0x20;
const SCHEMAS = /^(IFC2X3|IFC4|IFC4X[0-9].*)$/;

/** Reads what a STEP file says of itself, before its parts are read. */
export function readIfcHeader(bytes: Uint8Array): IfcHeader | IfcFault {
  if (bytes.length === 0) return { code: 'empty', detail: '' };
  const head = withoutComments(letters(bytes.subarray(0, HEAD)));
  if (!/^\s*ISO-10303-21\s*;/.test(head)) return { code: 'no-ifc', detail: '' };
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(head)?.[1]?.toUpperCase() ?? '';
  if (!SCHEMAS.test(schema)) return { code: 'schema', detail: schema.slice(0, 40) };
  let end = bytes.length;
  while ((bytes[end - 1] ?? BLANK + 1) <= BLANK) end -= 1;
  const isPartial = !/END-ISO-10303-21\s*;/.test(letters(bytes.subarray(Math.max(0, end - TAIL), end)));
  return { schema, isPartial };
}

/** Some programs sign their work before the first word, or leave an older line of the header in a comment. */
function withoutComments(step: string): string {
  return step.replaceAll(
    /('[^']*')|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g,
    (_, quoted: string | undefined) => quoted ?? ' ',
  );
}

/** STEP files are ASCII. A byte order mark is dropped. */
function letters(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes).replace(/^\u{EF}\u{BB}\u{BF}/u, '');
}
