import { Worker } from 'node:worker_threads';
import type { HashReply, PackedFiles, ReadJob, ScanJob, WalkReport, WorkerReply } from './worker-messages.ts';

interface Pending {
  readonly onBatch: ((batch: PackedFiles) => void) | null;
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: Error) => void;
}

/** Two threads that walk and read. They start with the first job and never keep the process alive by themselves. */
export class DiskWorkers {
  readonly #threads: (Worker | null)[] = [null, null];
  readonly #pending = new Map<number, Pending>();
  #jobs = 0;

  async scan(job: ScanJob, onBatch: (batch: PackedFiles) => void): Promise<WalkReport> {
    const reply = await this.#run(job, onBatch);
    if (reply.kind !== 'scanned') throw new Error(`A scan was answered with ${reply.kind}`);
    return reply.report;
  }

  async read(job: ReadJob): Promise<readonly HashReply[]> {
    const reply = await this.#run(job, null);
    if (reply.kind !== 'read') throw new Error(`Reading was answered with ${reply.kind}`);
    return reply.replies;
  }

  async close(): Promise<void> {
    for (const thread of this.#threads) await thread?.terminate();
    this.#threads.fill(null);
  }

  #run(job: ScanJob | ReadJob, onBatch: Pending['onBatch']): Promise<WorkerReply> {
    const id = this.#jobs++;
    const thread = this.#thread(id % this.#threads.length);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { onBatch, resolve, reject });
      // Only while a job is under way does a thread hold the process.
      thread.ref();
      thread.postMessage({ id, job }, []);
    });
  }

  #thread(index: number): Worker {
    const running = this.#threads[index] ?? null;
    if (running !== null) return running;
    const thread = new Worker(new URL('./disk.worker.ts', import.meta.url));
    thread.on('message', (reply: WorkerReply) => this.#answered(reply, thread));
    thread.on('error', (error) => this.#failed(index, error));
    thread.unref();
    this.#threads[index] = thread;
    return thread;
  }

  #answered(reply: WorkerReply, thread: Worker): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if (reply.kind === 'batch') {
      pending.onBatch?.(reply.batch);
      return;
    }
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0) for (const other of this.#threads) other?.unref();
    else thread.ref();
    if (reply.kind === 'bug') pending.reject(new Error(reply.message));
    else pending.resolve(reply);
  }

  #failed(index: number, error: unknown): void {
    this.#threads[index] = null;
    for (const pending of this.#pending.values()) {
      pending.reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#pending.clear();
  }
}
