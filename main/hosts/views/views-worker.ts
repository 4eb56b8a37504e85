import { Worker } from 'node:worker_threads';
import type { Failure } from '../../../shared/failure.ts';
import { MirrorError } from '../../sync/ports/mirror-error.ts';
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

const CLOSED: Failure = {
  code: 'cancelled',
  message: 'SiteSync is being closed.',
  hint: 'Nothing of yours is lost: ask again when it runs.',
  retry: 'later',
};

/**
 * The views in a thread of their own, over a reading connection of their own: planning and sorting 100,000 files
 * takes half a second in which the engine and the window must not stand still. Mirror migrations are done by then.
 */
export function startViews(dataDir: string, moment: Moment): ViewsWorker {
  const data: ViewsWorkerData = { dataDir, moment };
  const worker = new Worker(new URL('./views.worker.ts', import.meta.url), { workerData: data });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let dead: Error | null = null;
  let seen = moment;

  worker.on('message', (answer: ViewsAnswer) => {
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failure' in answer) entry?.reject(new MirrorError(answer.failure));
    else if ('error' in answer) entry?.reject(new Error(answer.error));
    else entry?.resolve(answer.value as never);
  });
  const fail = (error: Error): void => {
    dead ??= error;
    for (const entry of waiting.values()) entry.reject(dead);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The views have ended.')));

  const ask = <M extends keyof ViewsNow>(
    method: M,
    ...args: Parameters<ViewsNow[M]>
  ): ReturnType<Views[M]> => {
    const question: ViewsQuestion = { id: ++last, method, args };
    const answer = new Promise((resolve, reject) => {
      if (dead !== null) {
        reject(dead);
        return;
      }
      waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    });
    return answer as ReturnType<Views[M]>;
  };

  return {
    at: async (next) => {
      // Each question brings its moment; the same one need not cross twice.
      if (JSON.stringify(next) === JSON.stringify(seen)) return;
      seen = next;
      await ask('at', next);
    },
    counts: () => ask('counts'),
    page: (query, offset, limit) => ask('page', query, offset, limit),
    find: (query, key) => ask('find', query, key),
    keys: (query, from, to) => ask('keys', query, from, to),
    rows: (site, selection) => ask('rows', site, selection),
    details: (site, key) => ask('details', site, key),
    outbox: (site) => ask('outbox', site),
    search: (text, limit) => ask('search', text, limit),
    holdings: (site, asked) => ask('holdings', site, asked),
    close: async () => {
      // Whoever asked goes too: that nobody answers is no fault.
      fail(new MirrorError(CLOSED));
      await worker.terminate();
    },
  };
}
