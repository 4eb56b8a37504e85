import { Worker } from 'node:worker_threads';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { DatamodelDifference, DatamodelPoint } from '../../../shared/model/datamodel.ts';
import type {
  CsvCompareOptions,
  CsvReader,
  CsvReadOptions,
  CsvReport,
  CsvSource,
  PackedDatamodel,
  PackedPoints,
} from '../../datamodel/ports.ts';
import type { CsvJob, CsvReply, ToCsv, Unreadable, Version } from './csv-messages.ts';

type Finished = Exclude<CsvReply, { readonly kind: 'points' | 'bug' | 'unreadable' }>;

interface Pending {
  readonly points: DatamodelPoint[];
  readonly resolve: (result: Result<Finished>) => void;
  readonly reject: (error: Error) => void;
}

/** A thread without work gives its memory back after this long, ms. */
const IDLE_MS = 30_000;
/** What one file may take: some ten times the largest that is read whole. */
const MEMORY_MB = 3072;

/** Reads datamodels in a thread of its own, which starts with the first file and never keeps the process alive. */
export function createCsvReader(): CsvReader {
  return new ThreadedReader();
}

type Asked<K extends CsvJob['kind']> = Omit<Extract<CsvJob, { readonly kind: K }>, 'id'>;

class ThreadedReader implements CsvReader {
  #thread: Worker | null = null;
  #jobs = 0;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;
  readonly #pending = new Map<number, Pending>();

  async read({ source, mappings, signal }: CsvReadOptions): Promise<Result<CsvReport>> {
    const points: DatamodelPoint[] = [];
    const answer = await this.#ask({ kind: 'read', source, mappings }, points, signal);
    if (!answer.ok) return answer;
    if (answer.value.kind !== 'done') throw new Error(`Reading was answered with ${answer.value.kind}`);
    const { header, columns, equipment, problems, rows, hash, packed } = answer.value;
    return ok({ header, columns, points, equipment, problems, rows, hash, packed });
  }

  async pack({ source, mappings, signal }: CsvReadOptions): Promise<Result<PackedDatamodel>> {
    const answer = await this.#ask({ kind: 'pack', source, mappings }, [], signal);
    if (!answer.ok) return answer;
    if (answer.value.kind !== 'packed') throw new Error(`Packing was answered with ${answer.value.kind}`);
    return ok({ hash: answer.value.hash, packed: answer.value.packed });
  }

  async compare(options: CsvCompareOptions): Promise<Result<DatamodelDifference>> {
    const { mappings, watched, signal } = options;
    const before = versionOf(options.before);
    const after = versionOf(options.after);
    const answer = await this.#ask({ kind: 'compare', before, after, mappings, watched }, [], signal);
    if (!answer.ok) return answer;
    if (answer.value.kind !== 'compared') throw new Error(`Comparing was answered with ${answer.value.kind}`);
    return ok(answer.value.difference);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
    for (const id of this.#pending.keys()) this.#end(id, ({ resolve }) => resolve(fail(CANCELLED)));
  }

  async #ask(
    job: Asked<'read' | 'pack'> | Asked<'compare'>,
    points: DatamodelPoint[],
    signal: AbortSignal | undefined,
  ): Promise<Result<Finished>> {
    if (this.#closed || signal?.aborted === true) return fail(CANCELLED);
    const id = this.#jobs++;
    const answer = new Promise<Result<Finished>>((resolve, reject) => {
      this.#pending.set(id, { points, resolve, reject });
    });
    const thread = this.#running();
    thread.ref();
    send(thread, { ...job, id });
    // The thread finishes the file; nobody waits for it.
    const cancel = (): void => this.#end(id, (pending) => pending.resolve(fail(CANCELLED)));
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #running(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(new URL('./csv.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    thread.on('message', (reply: CsvReply) => this.#answered(thread, reply));
    thread.on('error', (error: Error) => this.#failed(error));
    this.#thread = thread;
    return thread;
  }

  #answered(thread: Worker, reply: CsvReply): void {
    if (reply.kind === 'points') {
      this.#pending.get(reply.id)?.points.push(...reply.points);
      // Not before others had their turn.
      setImmediate(() => send(thread, { kind: 'next' }));
      return;
    }
    this.#end(reply.id, ({ resolve, reject }) => {
      if (reply.kind === 'bug') reject(new Error(reply.message));
      else if (reply.kind === 'unreadable') resolve(fail(unreadable(reply)));
      else resolve(ok(reply));
    });
  }

  #end(id: number, finish: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#rest();
    finish(pending);
  }

  #rest(): void {
    this.#thread?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#pending.size > 0) return;
      void this.#thread?.terminate();
      this.#thread = null;
    }, IDLE_MS).unref();
  }

  #failed(error: Error): void {
    this.#thread = null;
    const full = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    for (const id of this.#pending.keys())
      this.#end(id, ({ resolve, reject }) =>
        full
          ? resolve(fail(unreadable({ why: 'it needs more memory than there is', passes: false })))
          : reject(error),
      );
  }
}

function send(thread: Worker, message: ToCsv): void {
  thread.postMessage(message);
}

function versionOf(version: CsvSource | PackedPoints): Version {
  return typeof version === 'string' ? { packed: version } : version;
}

const CANCELLED: Failure = {
  code: 'cancelled',
  message: 'The request was cancelled.',
  hint: 'Ask again.',
  retry: 'now',
};

function unreadable({ why, passes }: Unreadable): Failure {
  return {
    code: 'unreadable',
    message: `The datamodel cannot be read: ${why}.`,
    hint: passes
      ? 'Close it in other programs, and check that you may open it.'
      : 'Open it in the program that made it and save it as CSV.',
    retry: passes ? 'later' : 'on-change',
  };
}
