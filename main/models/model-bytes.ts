/** How a GLB and an IFC begin. */
const GLB_BEGINS = 'glTF';
/**
 * Some programs write a byte order mark before that, or sign their work in a comment. No character matches in two ways:
 * else a head that was made for that would be looked at for ever.
 */
const IFC_BEGINS = /^(?:\u{EF}\u{BB}\u{BF})?(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*ISO-10303-21/u;
const IFC_ENDS = /END-ISO-10303-21\s*;/;
/** Size of the header of a GLB, bytes: its mark, its version, and its length. */
const GLB_HEADER = 12;
const GLB_VERSIONS = [1, 2];
/**
 * In how many last bytes the end mark of an IFC is looked for, without the blanks and zeros at their end: comments and a
 * signature may follow it.
 */
const TAIL = 4096;
/** The highest of the blanks, ends of lines and zeros. */
const BLANK = 0x20;

/** How many of its first bytes tell what a model is. */
export const HEAD_OF_MODEL = 1024;

/** The first bytes of a model, which may come in pieces, and the extension for its name that they tell. */
export class HeadOfModel {
  readonly #head: number[] = [];
  /** Of a model that is continued, without its first bytes. */
  readonly #lost: { readonly ending: string } | null = null;

  /** `note`: what was noted of an earlier transfer that this one continues behind `offset` bytes. */
  constructor(note: string | null, offset: number) {
    // What begins anew tells all of it itself: the note is of bytes that are gone.
    if (offset === 0) return;
    const noted = notedHead(note, offset);
    if (noted !== null) this.#head.push(...noted);
    else this.#lost = { ending: note ?? '' };
  }

  /** False if nothing tells what a transfer is that is continued behind `offset` bytes: it would get a wrong name. */
  static isKnown(note: string | null, offset: number): boolean {
    // An earlier version noted the extension alone.
    return notedHead(note, offset) !== null || note?.startsWith('.') === true;
  }

  took(chunk: Uint8Array): void {
    if (this.#lost !== null || this.#head.length >= HEAD_OF_MODEL) return;
    this.#head.push(...chunk.subarray(0, HEAD_OF_MODEL - this.#head.length));
  }

  /** For a transfer that continues this one. */
  get note(): string {
    return this.#lost?.ending ?? Buffer.from(this.#head).toString('hex');
  }

  /** None if they are not known. */
  get bytes(): Uint8Array {
    return Uint8Array.from(this.#head);
  }

  /** Empty if the model is of no known kind. */
  get ending(): string {
    if (this.#lost !== null) return this.#lost.ending;
    const text = String.fromCodePoint(...this.#head);
    return text.startsWith(GLB_BEGINS) ? '.glb' : IFC_BEGINS.test(text) ? '.ifc' : '';
  }
}

/** The first bytes of a model of which `offset` bytes came; null if they were not noted. */
function notedHead(note: string | null, offset: number): Buffer | null {
  const noted = /^(?:[\da-f]{2})+$/.test(note ?? '') ? Buffer.from(note ?? '', 'hex') : null;
  return noted?.length === Math.min(offset, HEAD_OF_MODEL) ? noted : null;
}

/** The last bytes of a model that comes in pieces. */
export class TailOfModel {
  #tail = '';
  readonly #isContinued: boolean;

  /** `offset`: behind how many bytes of an earlier transfer these come. */
  constructor(offset: number) {
    this.#isContinued = offset > 0;
  }

  took(chunk: Uint8Array): void {
    let end = chunk.length;
    while (end > 0 && (chunk[end - 1] ?? 0) <= BLANK) end -= 1;
    this.#tail = (this.#tail + textOf(chunk.subarray(Math.max(0, end - TAIL), end))).slice(-TAIL);
  }

  get text(): string {
    return this.#tail;
  }

  /** False if some of the last bytes came in an earlier transfer, and are not known. */
  get isKnown(): boolean {
    return !this.#isContinued || this.#tail.length === TAIL;
  }
}

/** What the bytes of a model say about being complete: for most kinds nothing. */
export type Wholeness = 'whole' | 'cut' | 'unknown';

/**
 * Is a model of `size` bytes complete? A connection may end too early and look as if everything came. `head`: its
 * first `HEAD_OF_MODEL` bytes.
 */
export function wholeness(head: Uint8Array, tail: TailOfModel, size: number): Wholeness {
  const text = textOf(head);
  if (IFC_BEGINS.test(text)) return IFC_ENDS.test(tail.text) ? 'whole' : tail.isKnown ? 'cut' : 'unknown';
  if (!text.startsWith(GLB_BEGINS) || head.length < GLB_HEADER) return 'unknown';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (!GLB_VERSIONS.includes(view.getUint32(4, true))) return 'unknown';
  return view.getUint32(8, true) <= size ? 'whole' : 'cut';
}

function textOf(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes);
}
