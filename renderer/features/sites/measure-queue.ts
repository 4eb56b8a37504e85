import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';

/** Sites that are counted at once: each costs the service a walk through its list of files. */
const AT_ONCE = 3;

/** What is counted, or may be. */
type Countable = Pick<SiteSummary, 'id' | 'categories'>;

interface NotCounted {
  readonly why: string;
}

/** What is known by now; another object where that is something else. */
export interface MeasureState {
  readonly found: ReadonlyMap<string, readonly CategoryCount[] | NotCounted>;
  readonly busy: boolean;
}

export interface MeasureOptions {
  /** Asks the service; fails where it cannot be counted. */
  readonly count: (site: string, signal: AbortSignal) => Promise<readonly CategoryCount[]>;
  /** Why it cannot, in words. */
  readonly wordsOf: (error: unknown) => string;
}

/** Counts sites that are not kept here, a few at a time, each once. */
export class MeasureQueue {
  readonly #options: MeasureOptions;
  readonly #listeners = new Set<() => void>();
  readonly #queue: string[] = [];
  /** Those that are counted, or wait for it. */
  readonly #asked = new Set<string>();
  /** Those that could not be counted, with the connection of that moment. */
  readonly #failed = new Map<string, unknown>();
  #stop = new AbortController();
  #workers = 0;
  #connection: unknown = null;
  #state: MeasureState = { found: new Map(), busy: false };

  constructor(options: MeasureOptions) {
    this.#options = options;
  }

  readonly get = (): MeasureState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Goes on after a `stop`. */
  start(): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
  }

  /** Breaks off what is under way, and what waits for it. */
  stop(): void {
    this.#stop.abort();
    for (const id of this.#queue.splice(0)) this.#asked.delete(id);
  }

  /** What the service is reached by: what failed by one is tried again by another. */
  connected(connection: unknown): void {
    this.#connection = connection;
  }

  /** Counts those that are not known yet, and did not fail by this very connection. */
  measure(sites: readonly Countable[]): void {
    this.#forget(sites);
    const isNew = (id: string): boolean => !this.#failed.has(id) || this.#failed.get(id) !== this.#connection;
    this.#count(
      this.#uncounted(sites).filter((id) => isNew(id)),
      () => undefined,
    );
  }

  /** Counts those that are not known yet, and tells the first failure: what one fails by is often what they all fail by. */
  measureNow(sites: readonly Countable[], onFailed: (error: unknown) => void): void {
    let isTold = false;
    this.#count(this.#uncounted(sites), (error) => {
      if (!isTold) onFailed(error);
      isTold = true;
    });
  }

  /** What is counted otherwise by now: should that go, they are counted anew. */
  #forget(sites: readonly Countable[]): void {
    const counted = new Set(sites.flatMap(({ id, categories }) => (categories === null ? [] : id)));
    for (const id of counted) {
      this.#asked.delete(id);
      this.#failed.delete(id);
    }
    this.#drop((id) => counted.has(id));
  }

  #uncounted(sites: readonly Countable[]): readonly string[] {
    return sites
      .filter(({ id, categories }) => categories === null && !this.#asked.has(id))
      .map(({ id }) => id);
  }

  #count(ids: readonly string[], onFailed: (error: unknown) => void): void {
    if (ids.length === 0) return;
    for (const id of ids) {
      this.#asked.add(id);
      this.#queue.push(id);
    }
    this.#drop((id) => ids.includes(id));
    const more = Math.min(AT_ONCE - this.#workers, ids.length);
    for (let worker = 0; worker < more; worker += 1) void this.#work(onFailed);
  }

  async #work(onFailed: (error: unknown) => void): Promise<void> {
    this.#workers += 1;
    this.#show({ busy: true });
    const { signal } = this.#stop;
    for (let id = this.#queue.shift(); id !== undefined; id = this.#queue.shift()) {
      const counts = await this.#ask(id, signal, onFailed);
      if (signal.aborted) break;
      this.#show({ found: new Map(this.#state.found).set(id, counts) });
    }
    this.#workers -= 1;
    this.#show({ busy: this.#workers > 0 });
  }

  async #ask(
    id: string,
    signal: AbortSignal,
    onFailed: (error: unknown) => void,
  ): Promise<readonly CategoryCount[] | NotCounted> {
    try {
      return await this.#options.count(id, signal);
    } catch (error) {
      // Nobody waits for it: it may be asked for again.
      this.#asked.delete(id);
      if (signal.aborted) return { why: '' };
      this.#failed.set(id, this.#connection);
      onFailed(error);
      return { why: this.#options.wordsOf(error) };
    }
  }

  #drop(isGone: (id: string) => boolean): void {
    const { found } = this.#state;
    const left = [...found].filter(([id]) => !isGone(id));
    if (left.length < found.size) this.#show({ found: new Map(left) });
  }

  #show(change: Partial<MeasureState>): void {
    const next = { ...this.#state, ...change };
    if (next.found === this.#state.found && next.busy === this.#state.busy) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
