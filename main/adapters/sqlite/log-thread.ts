import { Worker } from 'node:worker_threads';

/** What the thread works with: `state` is how both sides tell each other, whatever else their loops have to do. */
export interface LogWork {
  readonly file: string;
  /** How often it was asked (or STOP), up to which of these it is done, and 1 once it has ended. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

export const ASKED = 0;
export const DONE = 1;
export const ENDED = 2;
export const STOP = -1;

/** A thread that takes longer (ms) hangs in the system, and nobody waits for it. */
const PATIENCE = 5000;

interface Running {
  readonly worker: Worker;
  readonly state: LogWork['state'];
}

/**
 * Takes the mirror's log into its file beside the thread that writes, which would stand still for 40 ms and more where
 * much was written. The thread starts when it is first asked, and ends when it was not asked for a while. Of a thread
 * that fails nobody hears: the log grows long, and whoever takes it in instead hears what is wrong.
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

  /** What is committed by now goes into the file soon. */
  take(): void {
    this.#running ??= this.#start();
    if (this.#running === null) return;
    Atomics.add(this.#running.state, ASKED, 1);
    Atomics.notify(this.#running.state, ASKED);
  }

  /** Resolves when all that was asked for is in the file; also where the thread has ended or takes too long. */
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

  /** Null where the system has no room for another thread. */
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
