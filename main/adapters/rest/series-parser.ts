import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { CLOSED } from '../../sync/ports/mirror-error.ts';
import type { ParsedSeries } from './dialect.ts';
import { readSeriesReply, type SeriesJob, type SeriesRange, type SeriesReply } from './series-reply.ts';

/** Reading this much takes a few milliseconds; a thread would take longer to start. */
const SMALL = 128 * 1024;

/** Fails where nobody reads it any more. */
type Parsed = Result<ParsedSeries>;

interface Waiting {
  readonly resolve: (parsed: Parsed) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads answers to timeseries queries: 50,000 points take a tenth of a second, in which the engine must not stand still,
 * so that large ones go to a thread. It starts with the first of them and never keeps the process alive by itself.
 */
export class SeriesParser {
  #thread: Worker | null = null;
  #last = 0;
  #closed = false;
  readonly #waiting = new Map<number, Waiting>();

  async parse(body: Uint8Array, ids: readonly string[], range: SeriesRange): Promise<Parsed> {
    if (body.length <= SMALL) return ok(readSeriesReply(body, ids, range));
    // A thread that started now would be nobody's to end.
    if (this.#closed) return fail(CLOSED);
    const id = ++this.#last;
    const answer = new Promise<Parsed>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    const thread = this.#running();
    thread.ref();
    // A copy of its own, that can be handed over: small buffers share their memory with others.
    const own = new Uint8Array(body);
    const job: SeriesJob = { id, body: own, ids: [...ids], range: { from: range.from, to: range.to } };
    thread.postMessage(job, [own.buffer]);
    return answer;
  }

  close(): void {
    this.#closed = true;
    const thread = this.#thread;
    this.#thread = null;
    void thread?.terminate();
    for (const { resolve } of this.#waiting.values()) resolve(fail(CLOSED));
    this.#waiting.clear();
  }

  #running(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(new URL('./series.worker.ts', import.meta.url));
    thread.on('message', (reply: SeriesReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (this.#waiting.size === 0) thread.unref();
      if ('bug' in reply) waiting?.reject(new Error(reply.bug));
      else waiting?.resolve(ok(reply.series));
    });
    thread.on('error', (error: Error) => {
      // Out of memory, most likely: the next answer gets a new thread.
      if (this.#thread === thread) this.#thread = null;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    this.#thread = thread;
    return thread;
  }
}
