import { parentPort, workerData } from 'node:worker_threads';
import type { Failure } from '../../../shared/failure.ts';
import { openMirrorReadOnly } from '../../adapters/sqlite/mirror.ts';
import { MirrorViews, type ViewsNow } from '../../app/views/views.ts';
import { MirrorError } from '../../sync/ports/mirror-error.ts';
import type { Moment } from '../../app/views/moment.ts';

/** A question, and its answer under the same number. */
export interface ViewsQuestion {
  readonly id: number;
  readonly method: keyof ViewsNow;
  readonly args: readonly unknown[];
}

export type ViewsAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly failure: Failure };

export interface ViewsWorkerData {
  readonly dataDir: string;
  readonly moment: Moment;
}

const { dataDir, moment } = workerData as ViewsWorkerData;
const opened = openMirrorReadOnly(dataDir);
if (!opened.ok) throw new Error(opened.failure.message);
const views = new MirrorViews(opened.value, moment);

parentPort?.on('message', ({ id, method, args }: ViewsQuestion) => {
  let answer: ViewsAnswer;
  try {
    const call = views[method].bind(views) as (...args: readonly unknown[]) => unknown;
    answer = { id, value: call(...args) };
  } catch (error) {
    answer =
      error instanceof MirrorError
        ? { id, failure: error.failure }
        : { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(answer);
});
