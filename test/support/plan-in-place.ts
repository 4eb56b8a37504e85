import { inPages, planSite, type Planner, type PlanReader } from '../../main/sync/plan/planning.ts';

/** Plans in the thread that asks: nothing else waits for it there. */
export function planInPlace(mirror: PlanReader): Planner {
  return async (question) => inPages(planSite(mirror, question));
}
