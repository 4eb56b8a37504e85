import { parentPort, workerData } from 'node:worker_threads';
import { openMirrorReadOnly } from '../../adapters/sqlite/mirror.ts';
import type { Action, Adopt, Forget, Hash } from '../../engine/actions.ts';
import {
  PAGE,
  parted,
  planSite,
  whatIsOpen,
  type Plan,
  type PlanQuestion,
} from '../../sync/plan/planning.ts';
import type { FollowedSite, Unsettled } from '../../sync/ports/mirror.ts';

/** Which part of a plan, each of which is taken page by page. */
export interface PlanParts {
  readonly steps: readonly Action[];
  readonly hashes: readonly Hash[];
  readonly records: readonly (Adopt | Forget)[];
}

/**
 * What is asked under a number that is the plan's: to make it, for a page of it, or to forget it; or, without a plan, what of a
 * site is not settled. A page is sent only when it
 * is asked for: many at once would be unpacked in one turn of the other thread's loop.
 */
export type PlanningQuestion =
  | { readonly id: number; readonly question: PlanQuestion }
  | { readonly id: number; readonly look: FollowedSite }
  | { readonly id: number; readonly part: keyof PlanParts; readonly from: number }
  | { readonly id: number; readonly forget: true };

export type PlanningAnswer =
  | { readonly id: number; readonly made: MadePlan }
  | { readonly id: number; readonly open: Unsettled | null }
  | { readonly id: number; readonly page: readonly Action[] }
  | { readonly id: number; readonly error: string };

/** A plan without its actions: how many there are of each part. */
export type MadePlan = Omit<Plan, 'actions'> & {
  readonly counts: Readonly<Record<keyof PlanParts, number>>;
};

const opened = openMirrorReadOnly(workerData as string);
if (!opened.ok) throw new Error(opened.failure.message);
const mirror = opened.value;
const plans = new Map<number, PlanParts>();

parentPort?.on('message', (message: PlanningQuestion) => {
  try {
    const answer = answerTo(message);
    if (answer !== null) parentPort?.postMessage(answer);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ id: message.id, error: text } satisfies PlanningAnswer);
  }
});

function answerTo(message: PlanningQuestion): PlanningAnswer | null {
  const { id } = message;
  if ('forget' in message) {
    plans.delete(id);
    return null;
  }
  if ('look' in message) return { id, open: whatIsOpen(mirror, message.look) };
  if ('part' in message)
    return { id, page: plans.get(id)?.[message.part].slice(message.from, message.from + PAGE) ?? [] };
  const { actions, ...made } = planSite(mirror, message.question);
  const parts = parted({ actions });
  plans.set(id, parts);
  const { steps, hashes, records } = parts;
  const counts = { steps: steps.length, hashes: hashes.length, records: records.length };
  return { id, made: { ...made, counts } };
}
