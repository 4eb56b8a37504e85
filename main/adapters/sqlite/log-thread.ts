import { Worker } from 'node:worker_threads';

/** What the thread works with. Both sides talk through `state`, whatever else their loops have to do. */
export interface LogWork {
  readonly file: string;
  /** Three numbers: how often it was asked (or STOP); how many of these are done; 1 once it has ended. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

export const ASKED = 0;
export const DONE = 1;
export const ENDED = 2;
export const STOP = -1;

/** A thread that takes longer than this, ms, hangs in the system, and is not waited for. */
const PATIENCE = 5000;

interface Running {
  readonly worker: Worker;
  readonly state: LogWork['state'];
}

/**
 * Moves the mirror's log into its file in a thread of its own: the writing thread would stand still for 40 ms and more
 * after many writes. The thread starts when it is first asked, and ends after a while without work. Nobody hears if it
 * fails: the log then grows long, and whoever moves it instead hears what is wrong.
 */
export class LogThread {
  readonly #file: string;
  #running: Running | null = null;
  readonly #waiting = new Set<() => void>();

  constructor(file: string) {
    this.#file = file;
  }

  get running(): boolean {
    return this.#running !== null;
  }

  /** Has everything that is committed by now moved into the file soon. */
  take(): void {
    this.#running ??= this.#start();
    if (this.#running === null) return;
    Atomics.add(this.#running.state, ASKED, 1);
    Atomics.notify(this.#running.state, ASKED);
  }

  /** Resolves when all that was asked for is in the file, and also if the thread has ended or takes too long. */
  taken(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, PATIENCE);
      this.#waiting.add(done);
      this.#tell();
    });
  }

  /** Returns when the thread has let go of the file. */
  close(): void {
    const state = this.#running?.state;
    if (state === undefined) return;
    Atomics.store(state, ASKED, STOP);
    Atomics.notify(state, ASKED);
    Atomics.wait(state, ENDED, 0, PATIENCE);
  }

  /** Null if the system allows no further thread. */
  #start(): Running | null {
    const state = new Int32Array(new SharedArrayBuffer(12));
    const workerData: LogWork = { file: this.#file, state };
    let worker: Worker;
    try {
      worker = new Worker(new URL('./log.worker.ts', import.meta.url), { workerData });
    } catch {
      return null;
    }
    worker.unref();
    worker.on('message', () => this.#tell());
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#running = null;
      this.#tell();
    });
    return { worker, state };
  }

  #tell(): void {
    const state = this.#running?.state;
    if (state !== undefined && Atomics.load(state, DONE) !== Atomics.load(state, ASKED)) return;
    for (const done of this.#waiting) done();
  }
}
