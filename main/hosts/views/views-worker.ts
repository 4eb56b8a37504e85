import { Worker } from 'node:worker_threads';
import type { Failure } from '../../../shared/failure.ts';
import { CLOSED, MirrorError } from '../../sync/ports/mirror-error.ts';
import type { Moment } from '../../app/views/moment.ts';
import type { Views, ViewsNow } from '../../app/views/views.ts';
import type { ViewsAnswer, ViewsQuestion, ViewsWorkerData } from './views.worker.ts';

export interface ViewsWorker extends Views {
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The thread as it is needed: where it ended by itself, as without memory left, the next question gets another. */
class ViewsThread {
  readonly #dataDir: string;
  readonly #log: (line: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  /** What a thread that starts begins with. */
  #moment: Moment;
  #worker: Worker | null;
  #closed: MirrorError | null = null;
  #last = 0;

  constructor(dataDir: string, moment: Moment, log: (line: string) => void) {
    this.#dataDir = dataDir;
    this.#moment = moment;
    this.#log = log;
    this.#worker = this.#start();
  }

  async at(moment: Moment): Promise<void> {
    // Each question brings its moment; the same one need not cross twice.
    if (JSON.stringify(moment) === JSON.stringify(this.#moment)) return;
    this.#moment = moment;
    await this.ask('at', moment);
  }

  ask<M extends keyof ViewsNow>(method: M, ...args: Parameters<ViewsNow[M]>): ReturnType<Views[M]> {
    const question: ViewsQuestion = { id: ++this.#last, method, args };
    const answer = new Promise((resolve, reject) => {
      if (this.#closed !== null) {
        reject(this.#closed);
        return;
      }
      this.#worker ??= this.#start();
      this.#waiting.set(question.id, { resolve, reject });
      this.#worker.postMessage(question);
    });
    return answer as ReturnType<Views[M]>;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#closed ??= new MirrorError(CLOSED);
    // Whoever asked goes too: that nobody answers is no fault.
    this.#fail(this.#closed);
    await worker?.terminate();
  }

  #start(): Worker {
    const data: ViewsWorkerData = { dataDir: this.#dataDir, moment: this.#moment };
    const worker = new Worker(new URL('./views.worker.ts', import.meta.url), { workerData: data });
    worker.on('message', (answer: ViewsAnswer) => this.#answered(answer));
    const ended = (why: string): void => {
      if (this.#worker !== worker) return;
      this.#log(`The thread of the views ended: ${why}`);
      this.#fail(new MirrorError(DEAD));
    };
    worker.on('error', (error: Error) => ended(error.stack ?? error.message));
    worker.on('exit', (status) => ended(`status ${status}`));
    return worker;
  }

  #answered(answer: ViewsAnswer): void {
    const entry = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('failure' in answer) entry?.reject(new MirrorError(answer.failure));
    else if ('error' in answer) entry?.reject(new Error(answer.error));
    else entry?.resolve(answer.value as never);
  }

  #fail(error: Error): void {
    this.#worker = null;
    for (const entry of this.#waiting.values()) entry.reject(error);
    this.#waiting.clear();
  }
}

const DEAD: Failure = {
  code: 'unreadable',
  message: 'What is shown could not be brought up to date: the part of SiteSync that reads for it ended.',
  hint: 'It is started again by itself, and nothing of yours is lost. If it stays, close other programs: memory may be short.',
  retry: 'later',
};

/**
 * The views in a thread of their own, over a reading connection of their own: planning and sorting 100,000 files
 * takes half a second in which the engine and the window must not stand still. Mirror migrations are done by then.
 */
export function startViews(
  dataDir: string,
  moment: Moment,
  log: (line: string) => void = () => undefined,
): ViewsWorker {
  const thread = new ViewsThread(dataDir, moment, log);
  return {
    at: (next) => thread.at(next),
    counts: () => thread.ask('counts'),
    page: (query, offset, limit) => thread.ask('page', query, offset, limit),
    find: (query, key) => thread.ask('find', query, key),
    keys: (query, from, to) => thread.ask('keys', query, from, to),
    rows: (site, selection) => thread.ask('rows', site, selection),
    details: (site, key) => thread.ask('details', site, key),
    outbox: (site) => thread.ask('outbox', site),
    search: (text, limit) => thread.ask('search', text, limit),
    holdings: (site, asked) => thread.ask('holdings', site, asked),
    close: () => thread.close(),
  };
}
