import { textByLines } from '../../../../shared/text-by-lines.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Length of the byte order mark. */
export function markLength(head: Uint8Array): number {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 3;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) ? 2 : 0;
}

/**
 * The encoding of a text, guessed from its first bytes: its mark, zeros at every other byte, valid UTF-8, else
 * Windows-1252, which any bytes are. Null if it is no text, since it contains zeros.
 */
export function encodingOf(head: Uint8Array): Encoding | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = zerosByPlace(head.subarray(0, 4096));
  if (zeros.even + zeros.odd > 0) {
    const most = Math.max(zeros.even, zeros.odd);
    const alternate = most > Math.min(head.length, 4096) / 4 && Math.min(zeros.even, zeros.odd) * 20 < most;
    if (!alternate) return null;
    return zeros.odd > zeros.even ? 'utf-16le' : 'utf-16be';
  }
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
