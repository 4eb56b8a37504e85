import { Worker } from 'node:worker_threads';

/** What the thread works with: `state` is how both sides tell each other, whatever else their loops have to do. */
export interface LogWork {
  readonly file: string;
  /** How often it was asked (or STOP), up to which of these it is done, pages of the log, and 1 once it has ended. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

export const ASKED = 0;
export const DONE = 1;
export const PAGES = 2;
export const ENDED = 3;
export const STOP = -1;

/** A thread that does not let go of the file in so long (ms) hangs in the system, and nobody waits for it. */
const CLOSE_MS = 5000;
const MANY = 2 ** 31 - 1;

interface Running {
  readonly worker: Worker;
  readonly state: LogWork['state'];
}

/**
 * Takes the mirror's log into its file beside the thread that writes, which would stand still for 40 ms and more where
 * much was written. The thread starts when it is first asked, and ends when it was not asked for a while.
 */
export class LogThread {
  /** Pages that the log has, as far as the thread told; of one that failed nobody knows, and they count as many. */
  pages = 0;
  readonly #file: string;
  #running: Running | null = null;
  #waiting: (() => void)[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  get running(): boolean {
    return this.#running !== null;
  }

  /** What is committed by now goes into the file soon. */
  take(): void {
    this.#running ??= this.#start();
    Atomics.add(this.#running.state, ASKED, 1);
    Atomics.notify(this.#running.state, ASKED);
  }

  /** Resolves when all that was asked for is in the file, or the thread has failed. */
  taken(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#running?.worker.ref();
      this.#tell();
    });
  }

  /** Returns when the thread has let go of the file. */
  close(): void {
    const state = this.#running?.state;
    if (state === undefined) return;
    Atomics.store(state, ASKED, STOP);
    Atomics.notify(state, ASKED);
    Atomics.wait(state, ENDED, 0, CLOSE_MS);
  }

  #start(): Running {
    const state = new Int32Array(new SharedArrayBuffer(16));
    const workerData: LogWork = { file: this.#file, state };
    const worker = new Worker(new URL('./log.worker.ts', import.meta.url), { workerData });
    worker.unref();
    worker.on('message', () => {
      this.pages = Atomics.load(state, PAGES);
      this.#tell();
    });
    worker.on('error', () => {
      this.pages = MANY;
    });
    worker.on('exit', () => {
      this.#running = null;
      this.#tell();
    });
    return { worker, state };
  }

  #tell(): void {
    const { worker, state } = this.#running ?? {};
    if (state !== undefined && Atomics.load(state, DONE) !== Atomics.load(state, ASKED)) return;
    worker?.unref();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
