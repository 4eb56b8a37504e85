const LINE_FEED = 10;

/**
 * The text of bytes that are not UTF-8 throughout, line by line: a line that another program added must not spoil the
 * letters of all others. A line that is not UTF-8 is Windows-1252, in which any bytes are valid; of one that is cut off
 * with the file, the last character may lack bytes. Successive lines in one encoding are decoded together.
 */
export function textByLines(bytes: Uint8Array): string {
  const single = new TextDecoder('windows-1252');
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  let isSingle = false;
  let from = 0;
  const readTo = (end: number): void => {
    parts.push((isSingle ? single : utf8).decode(bytes.subarray(from, end)));
    from = end;
  };
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
    const kind = kindOfLine(bytes, start, end);
    // Pure ASCII is the same in both encodings.
    if (kind !== 'ascii' && (kind === 'other') !== isSingle) {
      readTo(start);
      isSingle = !isSingle;
    }
    start = end;
  }
  readTo(bytes.length);
  return parts.join('').replace(/^\uFEFF/, '');
}

/** By hand: a decoder that throws at each of a million lines would take many seconds. */
function kindOfLine(bytes: Uint8Array, start: number, end: number): 'ascii' | 'utf-8' | 'other' {
  let isAscii = true;
  for (let at = start; at < end;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    isAscii = false;
    const length = lengthOf(bytes, at, end);
    if (length === null) return 'other';
    at += length;
  }
  return isAscii ? 'ascii' : 'utf-8';
}

/** Bytes of the character that begins here, as far as they are there; null if it is none of UTF-8. */
function lengthOf(bytes: Uint8Array, at: number, end: number): number | null {
  const first = bytes[at] ?? 0;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0) return null;
  // No longer form than needed, no half of a pair, nothing beyond the last character.
  const second = bytes[at + 1] ?? 0x80;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (at + 1 < end && (second < low || second > high)) return null;
  for (let next = at + 2; next < Math.min(end, at + length); next += 1)
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return null;
  // Only the end of the file cuts a character.
  return at + length <= end || end === bytes.length ? length : null;
}
