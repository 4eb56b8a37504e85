import { isUtf8 } from 'node:buffer';
import { textByLines } from '../../../shared/text-by-lines.ts';
import { separatorIn } from '../../engine/datamodel/columns.ts';

export interface CsvText {
  /** The text, with every line end as \n. */
  readonly text: string;
  readonly separator: string;
  /** How many lines before the text are no part of the table. */
  readonly skipped: number;
}

/**
 * Old building controllers still end a file with this mark, as DOS did: it is no row without an id. A transfer by XMODEM fills
 * its last block with them, and an editor may add a line end.
 */
const DOS_END = '\u001A';

/**
 * The text of a CSV file from any program: UTF-8 or UTF-16, with or without byte order mark. Lines that are neither are
 * Windows-1252, in which any bytes are valid. Null if it is no text at all. Excel may name the separator in an extra
 * first line.
 */
export function csvText(bytes: Uint8Array): CsvText | null {
  const decoded = decode(bytes);
  if (decoded === null) return null;
  const whole = withoutEndMarks(decoded);
  const text = whole.includes('\r') ? whole.replaceAll(/\r\n?/g, '\n') : whole;
  const named = /^sep=(.)\n/i.exec(text);
  if (named?.[1] !== undefined) return { text: text.slice(named[0].length), separator: named[1], skipped: 1 };
  return { text, separator: separatorIn(text), skipped: 0 };
}

function withoutEndMarks(text: string): string {
  let end = text.trimEnd().length;
  if (text[end - 1] !== DOS_END) return text;
  while (text[end - 1] === DOS_END) end -= 1;
  return text.slice(0, end);
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const nul = bytes.subarray(0, 4096).indexOf(0);
  // In UTF-16, every other byte of plain letters is 0; other text has none.
  if (nul >= 0)
    return zerosAlternate(bytes)
      ? new TextDecoder(nul % 2 === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
      : null;
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : textByLines(bytes);
}

function zerosAlternate(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > head.length / 4 && Math.min(even, odd) < head.length / 50;
}
