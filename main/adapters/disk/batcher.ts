/** At most this many are worked on at once. */
const AT_ONCE = 64;

interface Waiting<In, Out> {
  readonly item: In;
  readonly done: (result: Out) => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Works on several things at a time. What comes while some are being worked on waits and then goes together; what comes
 * alone goes at once. The work gives one answer for each, in order.
 */
export class Batcher<In, Out> {
  readonly #work: (items: readonly In[]) => Promise<readonly Out[]>;
  readonly #waiting: Waiting<In, Out>[] = [];
  #busy = false;

  constructor(work: (items: readonly In[]) => Promise<readonly Out[]>) {
    this.#work = work;
  }

  add(item: In): Promise<Out> {
    const result = new Promise<Out>((done, broken) => {
      this.#waiting.push({ item, done, broken });
    });
    if (!this.#busy) void this.#workOnAll();
    return result;
  }

  async #workOnAll(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) await this.#workOn(this.#waiting.splice(0, AT_ONCE));
    this.#busy = false;
  }

  async #workOn(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [at, result] of results.entries()) batch[at]?.done(result);
    } catch (error) {
      for (const { broken } of batch) broken(error);
    }
  }
}

/** Makes one for each site's folder, when it is first asked for. */
export function perFolder<T>(make: (folder: string) => T): (folder: string) => T {
  const made = new Map<string, T>();
  return (folder) => {
    const known = made.get(folder) ?? make(folder);
    made.set(folder, known);
    return known;
  };
}
