import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { imageFacts, mayMove, stopsEarly } from '../../../../shared/image-facts.ts';
import { text } from '../../../text/setup.ts';
import { endingOf, type PreviewFile } from '../preview-file.ts';
import { damaged, readPart, readWhole } from '../read-content.ts';
import { PictureEnd } from './picture-end.ts';

/** More would take over 1 GB of memory when decoded. */
const MOST_PIXELS = 250_000_000;
const HEAD = 256 * 1024;
const TAIL = 64;
/** Read at a time where the last bytes do not tell. */
const PIECE = 4 * 1024 * 1024;

/** Of one that moves all bytes are read, to draw its first picture. */
const MOST_BYTES = 200_000_000;

export interface CheckedImage {
  /** For an `img`. */
  readonly src: string;
  /** It moves, and the person asked for less motion: its first picture, to be shown in its place. */
  readonly still: Blob | null;
  /** The file stops early: the rest cannot be shown. */
  readonly isPartial: boolean;
}

/**
 * Reads only the first and last bytes, where these tell enough: the browser reads and decodes the picture itself, off the
 * page's thread.
 */
export async function checkImage(file: PreviewFile, signal: AbortSignal): Promise<Result<CheckedImage>> {
  const { name } = file;
  const head = await readPart(file, 0, HEAD, signal);
  if (!head.ok) return head;
  const { bytes, total } = head.value;
  if (total === 0) return fail(damaged(text('preview.empty', { name })));
  const facts = imageFacts(bytes);
  if (facts === null)
    return fail(damaged(text('preview.image.noImage', { name, kind: endingOf(name).toUpperCase() })));
  const { width, height } = facts.size ?? { width: 0, height: 0 };
  const millions = Math.round((width * height) / 1e6);
  if (width * height > MOST_PIXELS)
    return fail({
      code: 'too-large',
      message: text('preview.image.tooLarge', { name, width, height, millions }),
      hint: text('preview.ownProgram'),
      retry: 'on-change',
    });
  const tail = await readPart(file, Math.max(0, total - TAIL), total, signal);
  if (!tail.ok) return tail;
  const { format } = facts;
  const isPartial =
    stopsEarly(format, tail.value.bytes) &&
    (format === 'PNG' || format === 'JPEG') &&
    !(await hasEnd(file, format, signal));
  const still = isMotionUnwanted() && mayMove(bytes, format) ? await firstPicture(file, signal) : ok(null);
  return still.ok ? ok({ src: versioned(file), still: still.value, isPartial }) : still;
}

/** As the person said to the system, for all programs. */
function isMotionUnwanted(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Null if none can be had of it: then the picture itself tells what is wrong with it. */
async function firstPicture(file: PreviewFile, signal: AbortSignal): Promise<Result<Blob | null>> {
  const whole = await readWhole(file, MOST_BYTES, signal);
  if (!whole.ok) return whole;
  try {
    const picture = await createImageBitmap(new Blob([whole.value]));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
    return ok(await canvas.convertToBlob());
  } catch {
    return ok(null);
  }
}

/** Does its end mark stand anywhere? Many phones write more behind it. */
async function hasEnd(file: PreviewFile, format: 'PNG' | 'JPEG', signal: AbortSignal): Promise<boolean> {
  const end = new PictureEnd(format);
  for (let at = 0; ; at += PIECE) {
    const part = await readPart(file, at, at + PIECE, signal);
    // What cannot be read now is told by the picture itself.
    if (!part.ok || end.took(part.value.bytes)) return true;
    if (at + PIECE >= part.value.total) return false;
  }
}

/** Changes the address when the content changes; hosts ignore the query. */
function versioned({ url, version }: PreviewFile): string {
  return `${url}${url.includes('?') ? '&' : '?'}v=${encodeURIComponent(version)}`;
}
