/** Counts the requests of each caller within the running second. */
export class RateLimit {
  #second = 0;
  readonly #counts = new Map<string, number>();

  /** True where the caller has made fewer than `perSecond` requests in this second; the request is then counted. */
  admit(caller: string, perSecond: number): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts.clear();
    }
    const count = this.#counts.get(caller) ?? 0;
    if (count >= perSecond) return false;
    this.#counts.set(caller, count + 1);
    return true;
  }
}
