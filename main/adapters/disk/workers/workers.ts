import type { Result } from '../../../../shared/failure.ts';
import { WorkerClient } from '../../threads/worker-client.ts';
import { startDiskThread } from '../disk-thread.ts';
import type { ScannedFile } from '../../../sync/ports/disk.ts';
import { WrittenEditions } from '../own-files/written-editions.ts';
import { DrivesThere } from '../paths/drives-inside.ts';
import { SharedMemory } from './shared-memory.ts';
import type {
  DiskAnswer,
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
} from './worker-messages.ts';

/** One of the two threads, and its jobs. */
interface Thread {
  readonly client: WorkerClient<Job, DiskAnswer, ScanBatch>;
  readonly jobs: Set<PendingJob>;
  /** How many reservations it has. */
  reserved: number;
}

interface PendingJob {
  readonly kind: Job['kind'];
  /** When the job began, by `performance.now`. */
  readonly since: number;
}

/** A reservation of one thread, which keeps something between jobs. */
export interface Reserved {
  /** The number that its jobs name. */
  readonly reading: number;
  readPiece(job: PieceJob): Promise<PieceReply>;
  hashPiece(job: HashPieceJob): Promise<string | null>;
  release(job: ForgetJob): void;
}

/** After this long without work, ms, the threads end and give memory back: a walk through 100,000 files took some. */
const IDLE = 20_000;
/** A thread starts in less than this, ms. */
const STARTING = 100;

/** Two threads that walk and read. They start when they are needed. */
export class DiskWorkers {
  /** The memory through which files pass in pieces, to a thread or from it. */
  readonly memory = new SharedMemory();
  readonly drives = new DrivesThere();
  readonly editions = new WrittenEditions();
  readonly #threads: readonly [Thread, Thread] = [newThread(), newThread()];
  #readings = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Starts a thread, which takes as long as a walk through 10,000 files. If no job comes soon, it ends again. */
  getReady(): void {
    this.#threads[0].client.getReady();
    this.#rest();
  }

  async scan(job: ScanJob, onBatch: (batch: ScanBatch) => void): Promise<WalkReport> {
    const reply = await this.#run(job, undefined, onBatch);
    if (reply.kind !== 'scanned') throw new Error(`A scan was answered with ${reply.kind}`);
    if ('drives' in reply.report) this.drives.note(job.folder, job.drives, reply.report.drives);
    return reply.report;
  }

  async read(job: HashJob | OpenJob): Promise<readonly HashReply[]> {
    const reply = await this.#run(job);
    if (reply.kind !== 'read') throw new Error(`Reading was answered with ${reply.kind}`);
    return reply.replies;
  }

  async place(job: Omit<PlaceJob, 'drives' | 'edition'>): Promise<readonly Result<ScannedFile>[]> {
    const { folder } = job;
    const known = { drives: this.drives.of(folder), edition: this.editions.of(folder) };
    const reply = await this.#run({ ...job, ...known });
    if (reply.kind !== 'placed') throw new Error(`Placing was answered with ${reply.kind}`);
    return reply.results;
  }

  async digest(bytes: Uint8Array): Promise<string | null> {
    const reply = await this.#run({ kind: 'digest', bytes });
    if (reply.kind !== 'hashed') throw new Error(`Hashing was answered with ${reply.kind}`);
    return reply.hash;
  }

  reserve(): Reserved {
    const thread = this.#leastBusy();
    thread.reserved += 1;
    return {
      reading: this.#readings++,
      readPiece: async (job) => {
        const reply = await this.#run(job, thread);
        if (reply.kind !== 'pieced') throw new Error(`Reading was answered with ${reply.kind}`);
        return reply.reply;
      },
      hashPiece: async (job) => {
        const reply = await this.#run(job, thread);
        if (reply.kind !== 'hashed') throw new Error(`Hashing was answered with ${reply.kind}`);
        return reply.hash;
      },
      release: (job) => {
        thread.reserved -= 1;
        thread.client.tell(job);
        this.#rest();
      },
    };
  }

  /**
   * Ends the threads. Running jobs are rejected, since nobody would answer them any more. Later jobs get new threads.
   */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.memory.clear();
    await Promise.all(this.#threads.map(({ client }) => client.end()));
  }

  async #run(
    job: Job,
    thread = this.#threadFor(job),
    onPart?: (batch: ScanBatch) => void,
  ): Promise<DiskAnswer> {
    clearTimeout(this.#idle);
    const pending: PendingJob = { kind: job.kind, since: performance.now() };
    thread.jobs.add(pending);
    try {
      return await thread.client.ask(job, { onPart });
    } finally {
      thread.jobs.delete(pending);
      this.#rest();
    }
  }

  /**
   * Small files that are read together mostly take less time than starting a thread: so they wait for others of their
   * kind. On a slow drive, two threads would just wait for twice as much.
   */
  #threadFor(job: Job): Thread {
    const first = this.#leastBusy();
    const running = this.#threads.find(({ client }) => client.running);
    if (job.kind !== 'open' || first.client.running || running === undefined) return first;
    const began = performance.now() - STARTING;
    const isSoonFree =
      running.reserved === 0 &&
      [...running.jobs].every(({ kind, since }) => kind === 'open' && since > began);
    return isSoonFree ? running : first;
  }

  /** If both have as much to do, the first, which is running: starting the other takes longer than many a job. */
  #leastBusy(): Thread {
    const [one, other] = this.#threads;
    return one.jobs.size + one.reserved <= other.jobs.size + other.reserved ? one : other;
  }

  /** Ends the threads after a while without a job. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#threads.some(({ jobs, reserved }) => jobs.size + reserved > 0)) return;
    this.#idle = setTimeout(() => void this.close(), IDLE).unref();
  }
}

function newThread(): Thread {
  return { client: new WorkerClient(startDiskThread), jobs: new Set(), reserved: 0 };
}
