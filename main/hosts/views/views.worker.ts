import { workerData } from 'node:worker_threads';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { openMirrorReadOnly } from '../../adapters/sqlite/mirror.ts';
import { answerQuestions } from '../../adapters/threads/answer-questions.ts';
import { MirrorViews, type ViewsNow } from '../../app/views/views.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import type { Moment } from '../../app/views/moment.ts';

export interface ViewsQuestion {
  readonly method: keyof ViewsNow;
  readonly args: readonly unknown[];
}

export interface ViewsWorkerData {
  readonly dataDir: string;
  readonly moment: Moment;
}

const { dataDir, moment } = workerData as ViewsWorkerData;
const opened = openMirrorReadOnly(dataDir);
if (!opened.ok) throw new Error(opened.failure.message);
const views = new MirrorViews(opened.value, moment);

answerQuestions(({ method, args }: ViewsQuestion): Result<unknown> => {
  try {
    const call = views[method].bind(views) as (...args: readonly unknown[]) => unknown;
    return ok(call(...args));
  } catch (error) {
    return fail(thrownFailure(error));
  }
});
