/** Bytes at the beginning of a GLB: its mark, its version, and how long all of it is. */
const GLB_HEADER = 12;
const GLB_VERSIONS = [1, 2];
const IFC_BEGINS = 'ISO-10303-21';
const IFC_ENDS = 'END-ISO-10303-21;';
/** Where the last line of an IFC is looked for: a few empty lines may come after it. */
const TAIL = 256;

/** What the bytes of a model say of themselves: of most kinds nothing. */
export type Wholeness = 'whole' | 'cut' | 'unknown';

/** The first bytes that `wholeness` asks for. */
export const HEAD_OF_MODEL = 16;

/** The last bytes of a model that comes in pieces. */
export class TailOfModel {
  #tail = '';

  took(chunk: Uint8Array): void {
    this.#tail = (this.#tail + textOf(chunk.subarray(-TAIL))).slice(-TAIL);
  }

  get text(): string {
    return this.#tail;
  }
}

/** Is a model of `size` bytes there from its first byte to its last? A connection may end too early, and look as if all was said. */
export function wholeness(head: Uint8Array, tail: TailOfModel, size: number): Wholeness {
  const text = textOf(head);
  if (text.startsWith(IFC_BEGINS)) return tail.text.includes(IFC_ENDS) ? 'whole' : 'cut';
  if (!text.startsWith('glTF') || head.length < GLB_HEADER) return 'unknown';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (!GLB_VERSIONS.includes(view.getUint32(4, true))) return 'unknown';
  return view.getUint32(8, true) <= size ? 'whole' : 'cut';
}

function textOf(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes);
}
