import { parentPort, workerData } from 'node:worker_threads';
import { openMirrorReadOnly } from '../../adapters/sqlite/mirror.ts';
import type { Action } from '../../engine/actions.ts';
import { planSite, type Planned, type PlanQuestion } from '../../sync/planning.ts';

/** A question, and its answers under the same number: parts of the actions, then the rest of the plan. */
export interface PlanningQuestion {
  readonly id: number;
  readonly question: PlanQuestion;
}

export type PlanningAnswer =
  | { readonly id: number; readonly part: readonly Action[] }
  | { readonly id: number; readonly done: Omit<Planned, 'actions'> }
  | { readonly id: number; readonly error: string };

/** Actions in one message: what the other thread unpacks at once takes a few ms. */
const PART = 1000;

const opened = openMirrorReadOnly(workerData as string);
if (!opened.ok) throw new Error(opened.failure.message);
const mirror = opened.value;

parentPort?.on('message', ({ id, question }: PlanningQuestion) => {
  const post = (answer: PlanningAnswer): void => parentPort?.postMessage(answer);
  try {
    const { actions, ...done } = planSite(mirror, question);
    for (let at = 0; at < actions.length; at += PART) post({ id, part: actions.slice(at, at + PART) });
    post({ id, done });
  } catch (error) {
    post({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
