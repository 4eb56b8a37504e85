/** Bytes that are held for a reader who is busy; then the other side has to wait. */
const MOST_AHEAD = 1024 * 1024;
/** A chunk of so many bytes is handed on by itself: to put it together with others costs more than a turn of its own. */
const WORTH_A_TURN = 32 * 1024;

interface Reader {
  readonly resolve: (bytes: Buffer | null) => void;
  readonly reject: (error: Error) => void;
}

/** The body of an answer on its way, as it was encoded. Small chunks that come together are handed on together. */
export class Incoming {
  /** Takes the brake off; set by whoever fills this. */
  onRoom: () => void = () => undefined;
  /** A reader begins to wait. */
  onWait: () => void = () => undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #reader: Reader | null = null;
  #end: { readonly error: Error | null } | null = null;
  #dropped = false;
  #gathers = false;

  /** Everything came. */
  get complete(): boolean {
    return this.#end !== null && this.#end.error === null;
  }

  /** Someone waits for bytes: their absence is the network's fault. */
  get awaited(): boolean {
    return this.#reader !== null || this.#dropped;
  }

  /** True: no more for now. */
  push(chunk: Buffer): boolean {
    if (this.#dropped) return false;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#reader !== null && !this.#gathers) {
      this.#gathers = true;
      setImmediate(this.#deliver);
    }
    return this.#size >= MOST_AHEAD;
  }

  /** `error` null: all is here. */
  end(error: Error | null): void {
    this.#end ??= { error };
    this.#deliver();
  }

  /** What is here, or else the next to come; null at the end. Throws why it broke off, after what came before. */
  next(): Promise<Buffer | null> {
    if (this.#size > 0) return Promise.resolve(this.#take());
    if (this.#end !== null) {
      return this.#end.error === null ? NOTHING : Promise.reject(this.#end.error);
    }
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.onWait();
    });
  }

  /** Nobody wants it: it runs out unread. */
  drop(): void {
    this.#dropped = true;
    this.#forget();
    this.onWait();
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return {
      next: async () => {
        const value = await this.next();
        return value === null ? { done: true, value } : { done: false, value };
      },
    };
  }

  readonly #deliver = (): void => {
    this.#gathers = false;
    const reader = this.#reader;
    if (reader === null) return;
    this.#reader = null;
    const error = this.#end?.error ?? null;
    if (this.#size > 0) reader.resolve(this.#take());
    else if (error === null) reader.resolve(null);
    else reader.reject(error);
  };

  #take(): Buffer {
    const [first] = this.#chunks;
    if (first === undefined || first.length < WORTH_A_TURN) {
      const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
      this.#forget();
      return bytes;
    }
    this.#chunks.shift();
    this.#size -= first.length;
    if (this.#size < MOST_AHEAD / 2) this.onRoom();
    return first;
  }

  #forget(): void {
    this.#chunks = [];
    this.#size = 0;
    this.onRoom();
  }
}

const NOTHING = Promise.resolve(null);
