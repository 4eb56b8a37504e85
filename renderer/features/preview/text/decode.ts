import { textByLines } from '../../../../shared/text-by-lines.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Length of the byte order mark. */
export function markLength(head: Uint8Array): number {
  if (startsWith(head, 0xef, 0xbb) && head[2] === 0xbf) return 3;
  return startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff) ? 2 : 0;
}

/**
 * The encoding of a text, guessed from its first bytes: its mark, zeros at every other byte, valid UTF-8, else
 * Windows-1252, which any bytes are. Null if it is no text: it contains zeros, and other bytes that text never has. A run of
 * zeros alone is what a log holds where the computer lost its power.
 */
export function encodingOf(head: Uint8Array): Encoding | null {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const first = head.subarray(0, 4096);
  const { even, odd } = zerosByPlace(first);
  const most = Math.max(even, odd);
  // In UTF-16 they stand at one side of each letter alone.
  const isOneSided = Math.min(even, odd) * 20 < most;
  const wide = odd > even ? 'utf-16le' : 'utf-16be';
  // Of Cyrillic or Greek, only blanks and ends of lines have a zero; half of what a letter is made of is no letter.
  const isWide = most > first.length / 4 || (hasControls(first) && isWords(first, wide));
  if (isOneSided && isWide) return wide;
  if (most > 0 && (isOneSided || hasControls(first))) return null;
  return isUtf8(head) ? 'utf-8' : 'windows-1252';
}

export interface Decoded {
  readonly text: string;
  /** `windows-1252` if any line is written in it. */
  readonly encoding: Encoding;
}

/**
 * The text of bytes without their mark. What the first bytes of a file showed may hold for them alone: letters beyond
 * ASCII may come only later, and not all lines need to come from one program.
 */
export function decoded(bytes: Uint8Array, guessed: Encoding): Decoded {
  if (guessed.startsWith('utf-16'))
    return { text: new TextDecoder(guessed).decode(bytes), encoding: guessed };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: guessed };
  } catch {
    return { text: textByLines(bytes), encoding: 'windows-1252' };
  }
}

/** Is any other of them one that no text has? Text may have ends of lines and pages, tabs, and what colours a log. */
function hasControls(bytes: Uint8Array): boolean {
  const allowed = new Set([0, 8, 9, 10, 12, 13, 27]);
  // Zeros alone say nothing.
  return bytes.every((byte) => byte === 0) || bytes.some((byte) => byte < 32 && !allowed.has(byte));
}

/** Are these bytes letters and signs that there are, and nothing else? */
function isWords(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  return !/[\p{Cn}\p{Co}\p{Cs}\uFFFD]|(?![\t\n\f\r])\p{Cc}/u.test(text);
}

function startsWith([first, second]: Uint8Array, one: number, other: number): boolean {
  return first === one && second === other;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // As a stream, since a character may be cut off at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function zerosByPlace(bytes: Uint8Array): { readonly even: number; readonly odd: number } {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even, odd };
}
