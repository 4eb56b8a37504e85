import { Worker } from 'node:worker_threads';
import type { Failure, Result } from '../../../shared/failure.ts';
import { WorkerClient } from '../../adapters/threads/worker-client.ts';
import { FailureError } from '../../sync/ports/failure-error.ts';
import type { Moment } from '../../app/views/moment.ts';
import type { ClosableViews } from '../../app/views/views-in-turns.ts';
import type { Views, ViewsNow } from '../../app/views/views.ts';
import type { ViewsQuestion, ViewsWorkerData } from './views.worker.ts';

/** A thread that ended by itself, as without memory left, is told in words, and the next question gets another. */
class ViewsThread {
  readonly #client: WorkerClient<ViewsQuestion, Result<unknown>>;
  /** What a thread that starts begins with. */
  #moment: Moment;

  constructor(dataDir: string, moment: Moment, log: (line: string) => void) {
    this.#moment = moment;
    const start = (): Worker => {
      const workerData: ViewsWorkerData = { dataDir, moment: this.#moment };
      return new Worker(new URL('./views.worker.ts', import.meta.url), { workerData });
    };
    const died = (why: Error): FailureError => {
      log(`The thread of the views ended: ${why.stack ?? why.message}`);
      return new FailureError(DEAD);
    };
    this.#client = new WorkerClient(start, { died });
    this.#client.getReady();
  }

  async at(moment: Moment): Promise<void> {
    // Each question brings its moment; the same one need not cross twice. A thread that starts has no view to change.
    const kept = { ...moment, touched: {} };
    if (JSON.stringify(kept) === JSON.stringify(this.#moment)) return;
    this.#moment = kept;
    await this.ask('at', moment);
  }

  async ask<M extends keyof ViewsNow>(
    method: M,
    ...args: Parameters<ViewsNow[M]>
  ): Promise<Awaited<ReturnType<Views[M]>>> {
    const answer = await this.#client.ask({ method, args });
    if (!answer.ok) throw new FailureError(answer.failure);
    return answer.value as Awaited<ReturnType<Views[M]>>;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

const DEAD: Failure = {
  code: 'unreadable',
  message:
    'What is shown could not be brought up to date: the part of SiteSync that reads for it ended. Nothing of yours is lost.',
  hint: 'If it stays, close other programs: memory may be short.',
  retry: 'later',
};

/**
 * The views in a thread of their own, over a reading connection of their own: planning and sorting 100,000 files
 * takes a second in which the engine and the window must not stand still. Mirror migrations are done by then.
 */
export function startViews(dataDir: string, moment: Moment, log: (line: string) => void): ClosableViews {
  const thread = new ViewsThread(dataDir, moment, log);
  return {
    at: (next) => thread.at(next),
    counts: () => thread.ask('counts'),
    page: (query, offset, limit) => thread.ask('page', query, offset, limit),
    find: (query, key) => thread.ask('find', query, key),
    keys: (query, from, to) => thread.ask('keys', query, from, to),
    rows: (site, selection) => thread.ask('rows', site, selection),
    models: (site) => thread.ask('models', site),
    details: (site, key) => thread.ask('details', site, key),
    hashes: (site, keys) => thread.ask('hashes', site, keys),
    outbox: (site) => thread.ask('outbox', site),
    search: (text, limit) => thread.ask('search', text, limit),
    lapsing: (site, keep) => thread.ask('lapsing', site, keep),
    waitingDeletes: (site) => thread.ask('waitingDeletes', site),
    folders: (site, text, limit) => thread.ask('folders', site, text, limit),
    spelledFolders: (site, paths) => thread.ask('spelledFolders', site, paths),
    holdings: (site, asked) => thread.ask('holdings', site, asked),
    close: () => thread.close(),
  };
}
