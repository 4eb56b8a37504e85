/** How a GLB and an IFC begin. */
const GLB_BEGINS = 'glTF';
const IFC_BEGINS = 'ISO-10303-21';
const IFC_ENDS = 'END-ISO-10303-21;';
/** Size of the header of a GLB, bytes: its mark, its version, and its length. */
const GLB_HEADER = 12;
const GLB_VERSIONS = [1, 2];
/** In how many last bytes the last line of an IFC is looked for: some empty lines may come after it. */
const TAIL = 256;

/** How many of its first bytes tell what a model is. */
export const HEAD_OF_MODEL = 16;

/** Finds the extension for the name of a model, from its first bytes, which may come in pieces. */
export class EndingOfModel {
  readonly #before: string | null;
  readonly #head: number[] = [];

  /** `before`: the extension, if the first bytes came in an earlier transfer that this one continues. */
  constructor(before: string | null) {
    this.#before = before;
  }

  took(chunk: Uint8Array): void {
    if (this.#before !== null || this.#head.length >= HEAD_OF_MODEL) return;
    this.#head.push(...chunk.subarray(0, HEAD_OF_MODEL - this.#head.length));
  }

  /** Empty if the model is of no known kind. */
  get ending(): string {
    if (this.#before !== null) return this.#before;
    const text = String.fromCodePoint(...this.#head);
    return text.startsWith(GLB_BEGINS) ? '.glb' : text.startsWith(IFC_BEGINS) ? '.ifc' : '';
  }
}

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

/** What the bytes of a model say about being complete: for most kinds nothing. */
export type Wholeness = 'whole' | 'cut' | 'unknown';

/**
 * Is a model of `size` bytes complete? A connection may end too early and look as if everything came. `head`: its
 * first `HEAD_OF_MODEL` bytes.
 */
export function wholeness(head: Uint8Array, tail: TailOfModel, size: number): Wholeness {
  const text = textOf(head);
  if (text.startsWith(IFC_BEGINS)) return tail.text.includes(IFC_ENDS) ? 'whole' : 'cut';
  if (!text.startsWith(GLB_BEGINS) || head.length < GLB_HEADER) return 'unknown';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (!GLB_VERSIONS.includes(view.getUint32(4, true))) return 'unknown';
  return view.getUint32(8, true) <= size ? 'whole' : 'cut';
}

function textOf(bytes: Uint8Array): string {
  return String.fromCodePoint(...bytes);
}
