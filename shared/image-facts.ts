/** What the first bytes of a picture tell about it. */
export interface ImageFacts {
  readonly format: 'PNG' | 'JPEG' | 'GIF' | 'WebP' | 'BMP' | 'AVIF';
  /** Pixels as stored, before any turning; null if the first bytes do not tell. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Null if these are not the bytes of a picture that can be shown. */
export function imageFacts(head: Uint8Array): ImageFacts | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { format: 'PNG', size: sizeAt(view, 24, () => [view.getUint32(16), view.getUint32(20)]) };
  if (startsWith(head, [0xff, 0xd8, 0xff])) return { format: 'JPEG', size: jpegSize(view) };
  if (startsWith(head, [0x47, 0x49, 0x46, 0x38]))
    return {
      format: 'GIF',
      size: sizeAt(view, 10, () => [view.getUint16(6, true), view.getUint16(8, true)]),
    };
  if (startsWith(head, [0x42, 0x4d])) return { format: 'BMP', size: sizeAt(view, 26, () => bmpSize(view)) };
  if (word(head, 0) === 'RIFF' && word(head, 8) === 'WEBP')
    return { format: 'WebP', size: webpSize(head, view) };
  if (word(head, 4) === 'ftyp' && ['avif', 'avis', 'mif1'].includes(word(head, 8)))
    return { format: 'AVIF', size: null };
  return null;
}

/** Does a PNG or JPEG stop before its end mark? Other kinds do not tell. */
export function stopsEarly(format: ImageFacts['format'], tail: Uint8Array): boolean {
  const text = String.fromCodePoint(...tail);
  switch (format) {
    case 'PNG':
      return !text.includes('IEND');
    case 'JPEG':
      return !text.includes('\u{FF}\u{D9}');
    default:
      return false;
  }
}

/**
 * May these be the bytes of a picture that moves? A GIF tells that only further on; of the others the first bytes tell it.
 */
export function mayMove(head: Uint8Array, format: ImageFacts['format']): boolean {
  switch (format) {
    case 'GIF':
      return true;
    case 'WebP':
      return word(head, 12) === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0;
    case 'AVIF':
      return word(head, 8) === 'avis';
    case 'PNG':
      return hasFrames(head);
    default:
      return false;
  }
}

/** In a PNG, the part that counts its frames stands before the first of its pixels. */
function hasFrames(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const kind = word(head, at + 4);
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
  }
  return false;
}

function sizeAt(view: DataView, needed: number, read: () => [number, number]): ImageFacts['size'] {
  if (view.byteLength < needed) return null;
  const [width, height] = read();
  return { width, height };
}

/** The header of OS/2 has 12 bytes, and two for each side; all later ones have four, and a height below 0 if turned over. */
function bmpSize(view: DataView): [number, number] {
  if (view.getUint32(14, true) === 12) return [view.getUint16(18, true), view.getUint16(20, true)];
  return [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
}

/** The first frame header; its marker is C0…CF without tables (C4, C8, CC). */
function jpegSize(view: DataView): ImageFacts['size'] {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(head: Uint8Array, view: DataView): ImageFacts['size'] {
  if (view.byteLength < 30) return null;
  const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (word(head, 12)) {
    case 'VP8X':
      return { width: 1 + three(24), height: 1 + three(27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function word(head: Uint8Array, at: number): string {
  return String.fromCodePoint(...head.subarray(at, at + 4));
}
