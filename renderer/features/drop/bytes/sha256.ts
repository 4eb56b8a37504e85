/** SHA-256 piece by piece (FIPS 180-4): the browser's own needs the whole file in memory. */
export class Sha256 {
  readonly #state = Int32Array.from(START);
  readonly #words = new Int32Array(64);
  readonly #block = new Uint8Array(BLOCK);
  #filled = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(BLOCK - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < BLOCK) return;
      this.#mix(viewOf(this.#block), 0);
    }
    const view = viewOf(bytes);
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.#mix(view, at);
    this.#block.set(bytes.subarray(at));
    this.#filled = bytes.length - at;
  }

  /** Lower-case hex. Nothing can be added afterwards. */
  digest(): string {
    const bits = BigInt(this.#length) * 8n;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mix(view: DataView, from: number): void {
    const words = this.#words;
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(from + at * 4);
    for (let at = 16; at < 64; at++) {
      const early = at32(words, at - 15);
      const late = at32(words, at - 2);
      words[at] =
        at32(words, at - 16) +
        (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
        at32(words, at - 7) +
        (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
    compress(this.#state, words);
  }
}

/** Uses eight named numbers: destructuring or iterating here would cost several times more than the arithmetic. */
function compress(state: Int32Array, words: Int32Array): void {
  let a = at32(state, 0);
  let b = at32(state, 1);
  let c = at32(state, 2);
  let d = at32(state, 3);
  let e = at32(state, 4);
  let f = at32(state, 5);
  let g = at32(state, 6);
  let h = at32(state, 7);
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + at32(ROUNDS, at) + at32(words, at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = at32(state, 0) + a;
  state[1] = at32(state, 1) + b;
  state[2] = at32(state, 2) + c;
  state[3] = at32(state, 3) + d;
  state[4] = at32(state, 4) + e;
  state[5] = at32(state, 5) + f;
  state[6] = at32(state, 6) + g;
  state[7] = at32(state, 7) + h;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const BLOCK = 64;

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The loops above stay within the bounds, which the compiler cannot know. */
function at32(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

/** The first 32 bits of the fractional parts: of square roots for the start, of cube roots for the rounds. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const bits = primes(count).map((prime) => (root(prime) % 1) * 2 ** 32);
  return Int32Array.from(bits, (value) => Math.floor(value) | 0);
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

const START = fractions(8, Math.sqrt);
const ROUNDS = fractions(64, Math.cbrt);
