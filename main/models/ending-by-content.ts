/** Bytes that tell what a model is; they may come in pieces. */
const HEAD = 16;

/** What the name of a model ends in, by the first of its bytes. */
export class EndingByContent {
  readonly #before: string | null;
  readonly #head: number[] = [];

  /** `before`: what was told by the first bytes, where these came in an earlier transfer and this one goes on. */
  constructor(before: string | null) {
    this.#before = before;
  }

  took(chunk: Uint8Array): void {
    if (this.#before !== null || this.#head.length >= HEAD) return;
    this.#head.push(...chunk.subarray(0, HEAD - this.#head.length));
  }

  /** Empty where they are of no kind that is known. */
  get ending(): string {
    if (this.#before !== null) return this.#before;
    const text = String.fromCodePoint(...this.#head);
    return text.startsWith('glTF') ? '.glb' : text.startsWith('ISO-10303-21') ? '.ifc' : '';
  }
}
