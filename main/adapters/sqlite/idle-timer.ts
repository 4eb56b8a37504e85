/** At rest after this long without a statement, ms. */
const AT_REST = 5000;

/** Calls `rest` once nothing was asked for some seconds. A statement only sets a flag. */
export class IdleTimer {
  readonly #rest: () => void;
  #used = false;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(rest: () => void) {
    this.#rest = rest;
  }

  used(): void {
    this.#used = true;
    if (!this.#closed) this.#timer ??= setTimeout(() => this.#look(), AT_REST).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer ?? undefined);
  }

  #look(): void {
    this.#timer = null;
    if (!this.#used) {
      this.#rest();
      return;
    }
    this.used();
    this.#used = false;
  }
}
