/** Bytes that are held for a busy reader; with more, the other side has to wait. */
const MOST_AHEAD = 1024 * 1024;

/** The body of an answer on its way, still encoded. */
export class BodyQueue implements AsyncIterable<Buffer> {
  /** Called when there is room again; set by whoever fills this. */
  onRoom: () => void = () => undefined;
  /** Called when a reader begins to wait. */
  onWait: () => void = () => undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #goOn: (() => void) | null = null;
  #end: { readonly error: Error | null } | null = null;
  #dropped = false;

  /** Everything came. */
  get complete(): boolean {
    return this.#end !== null && this.#end.error === null;
  }

  /** Somebody waits for bytes: so silence is the network's fault. */
  get awaited(): boolean {
    return this.#goOn !== null || this.#dropped;
  }

  /** True if no more is wanted for now. */
  push(chunk: Buffer): boolean {
    if (this.#dropped) return false;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    this.#deliver();
    return this.#size >= MOST_AHEAD;
  }

  /** `error` null: everything came. */
  end(error: Error | null): void {
    this.#end ??= { error };
    this.#deliver();
  }

  /**
   * The next bytes, as the network gave them; null at the end. After the last bytes it throws why the body broke off,
   * if it did.
   */
  async next(): Promise<Buffer | null> {
    if (this.#size === 0 && this.#end === null) {
      await new Promise<void>((goOn) => {
        this.#goOn = goOn;
        this.onWait();
      });
    }
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#size -= chunk.length;
      if (this.#size < MOST_AHEAD / 2) this.onRoom();
      return chunk;
    }
    const error = this.#end?.error ?? null;
    if (error !== null) throw error;
    return null;
  }

  /** Nobody wants the rest: it is received unread. */
  drop(): void {
    this.#dropped = true;
    this.#chunks = [];
    this.#size = 0;
    this.onRoom();
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

  #deliver(): void {
    const goOn = this.#goOn;
    this.#goOn = null;
    goOn?.();
  }
}
