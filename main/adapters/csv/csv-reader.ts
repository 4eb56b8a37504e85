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
import { FailureError } from '../../sync/ports/failure-error.ts';
import { unlessAborted } from '../../../shared/unless-aborted.ts';
import { WorkerClient } from '../threads/worker-client.ts';
import type { CsvAnswer, CsvJob, ToCsv, Unreadable, Version } from './csv-messages.ts';

type Done = Exclude<CsvAnswer, { readonly kind: 'unreadable' }>;

/** A thread without work gives its memory back after this long, ms. */
const IDLE_MS = 30_000;
/** The memory for one file: some ten times the largest file that is read whole. */
const MEMORY_MB = 3072;

/** Reads datamodels in a thread of its own, which starts with the first file. */
export function createCsvReader(memoryMb = MEMORY_MB): CsvReader {
  return new ThreadedReader(memoryMb);
}

class ThreadedReader implements CsvReader {
  readonly #client: WorkerClient<ToCsv, CsvAnswer, readonly DatamodelPoint[]>;

  constructor(maxOldGenerationSizeMb: number) {
    const start = (): Worker =>
      new Worker(new URL('./csv.worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb } });
    this.#client = new WorkerClient(start, { idleMs: IDLE_MS });
  }

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

  close(): Promise<void> {
    return this.#client.close();
  }

  async #ask(job: CsvJob, points: DatamodelPoint[], signal: AbortSignal | undefined): Promise<Result<Done>> {
    if (signal?.aborted === true) return fail(CANCELLED);
    const onPart = (some: readonly DatamodelPoint[]): void => {
      points.push(...some);
      // Only after others had their turn.
      setImmediate(() => this.#client.tell({ kind: 'next' }));
    };
    try {
      const asked = this.#client.ask(job, { onPart });
      // If aborted, the thread still finishes the file, but nobody waits for it.
      const answer = await (signal === undefined ? asked : unlessAborted(asked, signal));
      if (answer === null) return fail(CANCELLED);
      return answer.kind === 'unreadable' ? fail(unreadable(answer)) : ok(answer);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const { cause } = error;
      const isTooLarge =
        cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      return fail(
        isTooLarge ? unreadable({ why: 'it needs more memory than there is', passes: false }) : error.failure,
      );
    }
  }
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
