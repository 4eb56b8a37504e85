const [BLANKS, NUMBER_SIGN, SEMICOLON, E] = [new Set([9, 10, 13, 32]), 35, 59, 69];
const END = new TextEncoder().encode('\nENDSEC;\nEND-ISO-10303-21;\n');

/**
 * A STEP file that stops early, up to its last whole statement and with its end: in half a statement the library reads
 * on beyond its memory, and nothing of the file would be shown. As it is where no statement is whole.
 */
export function mended(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = endOfLastStatement(bytes);
  if (end === null) return bytes;
  const whole = new Uint8Array(end + END.length);
  whole.set(bytes.subarray(0, end));
  whole.set(END, end);
  return whole;
}

/** Behind a semicolon that the next statement follows (`#12=…`, `ENDSEC`), or nothing: a text may hold others. */
function endOfLastStatement(bytes: Uint8Array): number | null {
  let next: number | undefined;
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte === SEMICOLON && (next === undefined || next === NUMBER_SIGN || next === E)) return at + 1;
    if (!BLANKS.has(byte)) next = byte;
  }
  return null;
}
