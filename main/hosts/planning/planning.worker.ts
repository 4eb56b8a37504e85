import { workerData } from 'node:worker_threads';
import { openMirrorReadOnly } from '../../adapters/sqlite/mirror.ts';
import { answerQuestions } from '../../adapters/threads/answer-questions.ts';
import type { Action } from '../../engine/plan/actions.ts';
import {
  PAGE,
  parted,
  planSite,
  unsettledFiles,
  type Plan,
  type PlanParts,
  type PlanQuestion,
} from '../../sync/plan/planning.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { Unsettled } from '../../sync/ports/mirror/trees.ts';

/**
 * A question to the thread: make a plan under a number, send a page of it, or forget it; or, without a plan, find
 * what of a site is not settled. A page is sent only when it is asked for, since the other thread would unpack many
 * at once in one turn of its loop.
 */
export type PlanningQuestion =
  | { readonly plan: number; readonly question: PlanQuestion }
  | { readonly plan: number; readonly part: keyof PlanParts; readonly from: number }
  | { readonly forget: number }
  | { readonly look: FollowedSite };

export type PlanningAnswer =
  | { readonly made: MadePlan }
  | { readonly unsettled: Unsettled | null }
  | { readonly page: readonly Action[] };

/** A plan without its actions: it says how many there are of each kind. */
export type MadePlan = Omit<Plan, 'actions'> & {
  readonly counts: Readonly<Record<keyof PlanParts, number>>;
};

const opened = openMirrorReadOnly(workerData as string);
if (!opened.ok) throw new Error(opened.failure.message);
const mirror = opened.value;
const plans = new Map<number, PlanParts>();

answerQuestions((asked: PlanningQuestion): PlanningAnswer | null => {
  if ('look' in asked) return { unsettled: unsettledFiles(mirror, asked.look) };
  if ('forget' in asked) {
    plans.delete(asked.forget);
    return null;
  }
  if ('part' in asked) {
    const { plan, part, from } = asked;
    return { page: plans.get(plan)?.[part].slice(from, from + PAGE) ?? [] };
  }
  const { actions, ...made } = planSite(mirror, asked.question);
  const parts = parted({ actions });
  plans.set(asked.plan, parts);
  const { steps, hashes, agreements } = parts;
  const counts = { steps: steps.length, hashes: hashes.length, agreements: agreements.length };
  return { made: { ...made, counts } };
});
