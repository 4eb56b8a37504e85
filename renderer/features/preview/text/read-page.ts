import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { PreviewFile } from '../preview-file.ts';
import { damaged, readPart } from '../read-content.ts';
import { decoded, encodingOf, markLength, type Encoding } from './decode.ts';

/** Size of a page, bytes: small enough to be read, decoded and laid out without a noticeable wait. */
const PAGE = 256 * 1024;

export interface TextPage {
  /** Which page it is, from 0: the last one where the file has become shorter than the page that was asked for. */
  readonly page: number;
  readonly encoding: Encoding;
  readonly lines: readonly string[];
  /** Byte offsets in the file at which the page begins and ends, and the size of the file. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

/**
 * One page of a text. Pages neither cut nor repeat a line: each begins and ends after the first line end at or after
 * its nominal offset. A line longer than a page is cut between characters.
 */
export async function readPage(
  file: PreviewFile,
  page: number,
  signal: AbortSignal,
): Promise<Result<TextPage>> {
  const head = await readPart(file, 0, 4096, signal);
  if (!head.ok) return head;
  const encoding = encodingOf(head.value.bytes);
  const { total } = head.value;
  if (encoding === null) return fail(damaged(text('preview.text.noText', { name: file.name })));
  if (total === 0) return fail(damaged(text('preview.empty', { name: file.name })));
  const shown = Math.min(page, lastPage(total));
  const begin = shown * PAGE;
  const part = await readPart(file, begin, begin + 2 * PAGE, signal);
  if (!part.ok) return part;
  const { bytes } = part.value;
  const from = shown === 0 ? markLength(bytes) : cutAt(bytes, 0, encoding);
  const to = bytes.length <= PAGE ? bytes.length : cutAt(bytes, PAGE, encoding);
  const read = decoded(bytes.subarray(from, Math.max(from, to)), encoding);
  return ok({
    page: shown,
    encoding: read.encoding,
    lines: linesOf(read.text),
    from: begin + from,
    to: begin + to,
    total,
  });
}

/** The number of the last page, from 0, of a text of so many bytes. */
export function lastPage(total: number): number {
  return Math.max(0, Math.ceil(total / PAGE) - 1);
}

/** Where a page is cut: after the first line end from `at` on, within a page's length; else between two characters. */
function cutAt(bytes: Uint8Array, at: number, encoding: Encoding): number {
  const unit = encoding.startsWith('utf-16') ? 2 : 1;
  const low = encoding === 'utf-16be' ? 1 : 0;
  const letter = (place: number): number =>
    unit === 1 || bytes[place + 1 - low] === 0 ? (bytes[place + low] ?? -1) : -1;
  const last = Math.min(bytes.length, at + PAGE);
  for (let place = at; place < last; place += unit) {
    const here = letter(place);
    if (here === 10 || (here === 13 && letter(place + unit) !== 10)) return place + unit;
  }
  if (encoding !== 'utf-8') return at;
  let place = at;
  while (((bytes[place] ?? 0) & 0xc0) === 0x80) place += 1;
  return place;
}

function linesOf(page: string): readonly string[] {
  const lines = page.split(/\r\n|\r|\n/);
  // A line end at the very end begins no new line.
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
