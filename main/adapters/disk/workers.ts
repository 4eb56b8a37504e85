import { Worker } from 'node:worker_threads';
import type { Result } from '../../../shared/failure.ts';
import { CLOSED, MirrorError } from '../../sync/ports/mirror-error.ts';
import type { Fingerprint } from './fingerprint.ts';
import { DrivesThere } from './drives-inside.ts';
import { SharedMemory } from './shared-memory.ts';
import type {
  ForgetJob,
  HashJob,
  HashPieceJob,
  HashReply,
  Job,
  OpenJob,
  PieceJob,
  PieceReply,
  PlaceJob,
  ScanBatch,
  ScanJob,
  WalkReport,
  WorkerReply,
} from './worker-messages.ts';

interface Pending {
  readonly thread: number;
  readonly kind: Job['kind'];
  /** By `performance.now`. */
  readonly since: number;
  readonly onBatch: ((batch: ScanBatch) => void) | null;
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that keeps something between its jobs, for one who goes on with it. */
export interface Reserved {
  /** What its jobs go by. */
  readonly reading: number;
  readPiece(job: PieceJob): Promise<PieceReply>;
  hashPiece(job: HashPieceJob): Promise<string | null>;
  release(job: ForgetJob): void;
}

/** With nothing to do for so long the threads end, and give back what a walk through 100,000 files took of memory, ms. */
const IDLE = 20_000;
/** A thread takes less to start, ms. */
const STARTING = 100;

/** Two threads that walk and read. They start when they are needed and never keep the process alive by themselves. */
export class DiskWorkers {
  /** What files pass through piece by piece, on their way to a thread or from it. */
  readonly memory = new SharedMemory();
  readonly drives = new DrivesThere();
  readonly #threads: (Worker | null)[] = [null, null];
  readonly #pending = new Map<number, Pending>();
  /** For how many each thread is kept. */
  readonly #reserved: number[] = this.#threads.map(() => 0);
  #jobs = 0;
  #readings = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Starts a thread. It takes as long as a walk through 10,000 files; unless it is asked soon, it ends as it began. */
  getReady(): void {
    this.#thread(0);
    this.#rest();
  }

  async scan(job: ScanJob, onBatch: (batch: ScanBatch) => void): Promise<WalkReport> {
    const reply = await this.#run(job, onBatch);
    if (reply.kind !== 'scanned') throw new Error(`A scan was answered with ${reply.kind}`);
    if ('drives' in reply.report) this.drives.note(job.folder, job.drives, reply.report.drives);
    return reply.report;
  }

  async read(job: HashJob | OpenJob): Promise<readonly HashReply[]> {
    const reply = await this.#run(job, null);
    if (reply.kind !== 'read') throw new Error(`Reading was answered with ${reply.kind}`);
    return reply.replies;
  }

  async place(job: Omit<PlaceJob, 'drives'>): Promise<readonly Result<Fingerprint>[]> {
    const reply = await this.#run({ ...job, drives: this.drives.of(job.folder) }, null);
    if (reply.kind !== 'placed') throw new Error(`Placing was answered with ${reply.kind}`);
    return reply.results;
  }

  async digest(bytes: Uint8Array): Promise<string | null> {
    const reply = await this.#run({ kind: 'digest', bytes }, null);
    if (reply.kind !== 'hashed') throw new Error(`Hashing was answered with ${reply.kind}`);
    return reply.hash;
  }

  reserve(): Reserved {
    const index = this.#leastBusy();
    const count = (change: number): void => {
      this.#reserved[index] = (this.#reserved[index] ?? 0) + change;
    };
    count(1);
    return {
      reading: this.#readings++,
      readPiece: async (job) => {
        const reply = await this.#run(job, null, index);
        if (reply.kind !== 'pieced') throw new Error(`Reading was answered with ${reply.kind}`);
        return reply.reply;
      },
      hashPiece: async (job) => {
        const reply = await this.#run(job, null, index);
        if (reply.kind !== 'hashed') throw new Error(`Hashing was answered with ${reply.kind}`);
        return reply.hash;
      },
      release: (job) => {
        count(-1);
        // A thread that is gone has forgotten it.
        if (this.#threads[index] !== null) void this.#run(job, null, index).catch(() => undefined);
      },
    };
  }

  /** Jobs that are under way are rejected: nobody would answer them any more. Whoever comes meanwhile gets new threads. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.memory.clear();
    const threads = [...this.#threads];
    // Out of reach before they end: what they still say must not let the process go while they do.
    for (const thread of threads) this.#failed(thread, new MirrorError(CLOSED));
    await Promise.all(threads.map(async (thread) => thread?.terminate()));
  }

  #run(job: Job, onBatch: Pending['onBatch'], index = this.#threadFor(job)): Promise<WorkerReply> {
    clearTimeout(this.#idle);
    const id = this.#jobs++;
    const thread = this.#thread(index);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      this.#pending.set(id, { thread: index, kind: job.kind, since, onBatch, resolve, reject });
      // Only while a job is under way does a thread hold the process.
      thread.ref();
      thread.postMessage({ id, job }, []);
    });
  }

  /**
   * Small files that are read together mostly take less time than a thread to start: they wait for others like them. On a
   * drive that answers slowly, two threads wait for twice as much.
   */
  #threadFor(job: Job): number {
    const first = this.#leastBusy();
    if (job.kind !== 'open' || this.#threads[first] !== null) return first;
    const running = this.#threads.findIndex((thread) => thread !== null);
    const began = performance.now() - STARTING;
    const all = [...this.#pending.values()];
    const isSoonFree =
      this.#reserved[running] === 0 && all.every(({ kind, since }) => kind === 'open' && since > began);
    return isSoonFree ? running : first;
  }

  /** Of two with as much to do the first, which runs already: starting the other takes longer than many a job. */
  #leastBusy(): number {
    const jobs = [...this.#reserved];
    for (const { thread } of this.#pending.values()) jobs[thread] = (jobs[thread] ?? 0) + 1;
    return jobs.indexOf(Math.min(...jobs));
  }

  #thread(index: number): Worker {
    const running = this.#threads[index] ?? null;
    if (running !== null) return running;
    const thread = new Worker(new URL('./disk.worker.ts', import.meta.url));
    thread.on('message', (reply: WorkerReply) => this.#answered(reply));
    thread.on('error', (error) => this.#failed(thread, error));
    thread.unref();
    this.#threads[index] = thread;
    return thread;
  }

  #answered(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if (reply.kind !== 'batch') {
      this.#end(reply.id);
      if (reply.kind === 'bug') pending.reject(new Error(reply.message));
      else pending.resolve(reply);
      return;
    }
    try {
      pending.onBatch?.(reply.batch);
    } catch (error) {
      // Thrown by whoever takes the files, as by a mirror on a full disk: it ends their scan, not the program.
      this.#end(reply.id);
      pending.reject(error);
    }
  }

  /** Only while a job is under way do the threads hold the process. */
  #end(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size > 0) return;
    for (const thread of this.#threads) thread?.unref();
    this.#rest();
  }

  /** The threads end after a while, unless they are asked before. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#pending.size > 0 || this.#reserved.some((each) => each > 0)) return;
    this.#idle = setTimeout(() => void this.close(), IDLE).unref();
  }

  /** The thread is gone, and with it the jobs that it had. */
  #failed(thread: Worker | null, error: unknown): void {
    const index = this.#threads.indexOf(thread);
    if (thread === null || index < 0) return;
    this.#threads[index] = null;
    for (const [id, pending] of this.#pending) {
      if (pending.thread !== index) continue;
      this.#end(id);
      pending.reject(error);
    }
  }
}
