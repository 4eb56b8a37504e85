interface Event {
  readonly at: number;
  readonly number: number;
  readonly go: () => void;
  cancelled: boolean;
}

/**
 * Time that passes only when everyone waits. Whoever waits is woken in the order of the times and of the asking, one
 * after the other, and each runs as far as it can before the next: so a run is the same run each time.
 */
export class Scheduler {
  /** Epoch milliseconds. */
  now: number;
  /** Every event that happened, as one number: two runs that differ anywhere differ here. */
  digest = 0x811c9dc5;
  readonly lines: string[] = [];
  readonly #keepsLines: boolean;
  readonly #heap: Event[] = [];
  #number = 0;

  constructor(start: number, keepsLines: boolean) {
    this.now = start;
    this.#keepsLines = keepsLines;
  }

  trace(line: string): void {
    const text = `${this.now} ${line}`;
    for (let at = 0; at < text.length; at++)
      this.digest = Math.imul(this.digest ^ text.charCodeAt(at), 0x01000193) >>> 0;
    if (this.#keepsLines) this.lines.push(text);
  }

  /** Resolves after so many milliseconds, at once where the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = (): void => {
        event.cancelled = true;
        resolve();
      };
      const event: Event = {
        at: this.now + Math.max(0, Math.ceil(ms)),
        number: ++this.#number,
        cancelled: false,
        go: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#push(event);
    });
  }

  /** Lets time pass until the work is done. Throws where nothing can happen any more, or where it never ends. */
  async run<T>(work: Promise<T>, longest: number): Promise<T> {
    let over = false;
    const ended = work.finally(() => {
      over = true;
    });
    // Its failure is the caller's, once time has stopped.
    ended.catch(() => undefined);
    const deadline = this.now + longest;
    for (;;) {
      await everyoneWaits();
      if (over) return ended;
      const event = this.#pop();
      if (event === null) throw new Error('Everyone waits for something that never comes');
      if (event.cancelled) continue;
      this.now = Math.max(this.now, event.at);
      if (this.now > deadline) throw new Error(`Not done after ${longest} ms of simulated time`);
      event.go();
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    heap.push(event);
    for (let at = heap.length - 1; at > 0;) {
      const up = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[up])) return;
      swap(heap, at, up);
      at = up;
    }
  }

  #pop(): Event | null {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return null;
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let least = at;
      if (isBefore(heap[left], heap[least])) least = left;
      if (isBefore(heap[right], heap[least])) least = right;
      if (least === at) return first;
      swap(heap, at, least);
      at = least;
    }
  }
}

/** A turn of the real event loop: every promise that can go on has gone on. */
function everyoneWaits(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isBefore(a: Event | undefined, b: Event | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.at < b.at || (a.at === b.at && a.number < b.number);
}

function swap(heap: Event[], a: number, b: number): void {
  const [one, other] = [heap[a], heap[b]];
  if (one === undefined || other === undefined) return;
  heap[a] = other;
  heap[b] = one;
}
