const IEND = [0x49, 0x45, 0x4e, 0x44] as const;
/** A piece ends within what tells how far the next part goes. */
const MORE = 'more';
const END = 'end';

/** How many bytes the part that begins here has, or that it is the end mark. */
type Step = (bytes: Uint8Array, at: number) => number | typeof MORE | typeof END;

/**
 * Looks for the end mark of a PNG or JPEG whose bytes come in pieces. It need not be last: phones write notes, or a short
 * film, behind the picture. Nor is any mark the end: the small picture within a photo has one of its own.
 */
export class PictureEnd {
  readonly #step: Step;
  #skip: number;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(format: 'PNG' | 'JPEG') {
    this.#step = format === 'PNG' ? pngPart : jpegPart;
    // The mark at its beginning.
    this.#skip = format === 'PNG' ? 8 : 2;
  }

  /** Takes the next bytes; true once the end mark was among them. */
  took(piece: Uint8Array): boolean {
    const bytes = this.#rest.length === 0 ? piece : joined(this.#rest, piece);
    this.#rest = new Uint8Array(0);
    let at = 0;
    while (at + this.#skip < bytes.length) {
      at += this.#skip;
      this.#skip = 0;
      const step = this.#step(bytes, at);
      if (step === END) return true;
      if (step === MORE) {
        this.#rest = bytes.slice(at);
        return false;
      }
      this.#skip = step;
    }
    this.#skip -= bytes.length - at;
    return false;
  }
}

/** A length, a name, so many bytes, and a checksum. */
function pngPart(bytes: Uint8Array, at: number): ReturnType<Step> {
  if (at + 8 > bytes.length) return MORE;
  if (IEND.every((letter, index) => bytes[at + 4 + index] === letter)) return END;
  return new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0) + 12;
}

/** A marker with what it holds, or what was packed up to the next one: there each FF is followed by 0, or counts on. */
function jpegPart(bytes: Uint8Array, at: number): ReturnType<Step> {
  const mark = bytes.indexOf(0xff, at);
  if (mark !== at) return (mark < 0 ? bytes.length : mark) - at;
  const kind = bytes[at + 1];
  if (kind === undefined) return MORE;
  if (kind === 0xd9) return END;
  if (kind === 0xff) return 1;
  if (kind <= 1 || (kind >= 0xd0 && kind <= 0xd8)) return 2;
  return at + 4 > bytes.length ? MORE : 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
