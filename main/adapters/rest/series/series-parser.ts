import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { thrownFailure } from '../../../sync/ports/failure-error.ts';
import { WorkerClient } from '../../threads/worker-client.ts';
import type { ParsedSeries } from '../dialect.ts';
import { readSeriesReply, type SeriesJob, type SeriesRange } from './series-reply.ts';

/** Reading this many bytes takes a few milliseconds: starting a thread would take longer. */
const SMALL = 128 * 1024;

/**
 * The thread ends after this long, ms: charts are only looked at now and then, and a waiting thread keeps some 28 MB.
 */
const IDLE_MS = 20_000;

/**
 * Reads answers to timeseries queries. 50,000 points take a tenth of a second, in which the engine must not stand
 * still: large answers go to a thread.
 */
export class SeriesParser {
  readonly #client = new WorkerClient<SeriesJob, ParsedSeries>(
    () => new Worker(new URL('./series.worker.ts', import.meta.url)),
    { idleMs: IDLE_MS },
  );

  /** Fails if it was closed, or if the thread died. */
  async parse(body: Uint8Array, ids: readonly string[], range: SeriesRange): Promise<Result<ParsedSeries>> {
    if (body.length <= SMALL) return ok(readSeriesReply(body, ids, range));
    // A copy that can be transferred: small buffers share their memory with others.
    const own = new Uint8Array(body);
    const job: SeriesJob = { body: own, ids: [...ids], range: { from: range.from, to: range.to } };
    try {
      return ok(await this.#client.ask(job, { transfer: [own.buffer] }));
    } catch (error) {
      return fail(thrownFailure(error));
    }
  }

  close(): void {
    void this.#client.close();
  }
}
