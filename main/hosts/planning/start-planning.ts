import type { PlanHints, Planner } from '../../sync/plan/planning.ts';
import { PlanningEstimate, type EstimateOptions } from './planning-estimate.ts';
import { SitePlanner, type PlanMirror } from './site-planner.ts';
import { PlanningThread } from './planning-thread.ts';

/** After this time without a plan, ms, the thread ends and gives its memory back: most plans are made without it. */
const IDLE = 2000;

export interface Planning extends PlanHints {
  readonly plan: Planner;
  /** Is the thread running? */
  readonly running: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PlanningOptions extends EstimateOptions {
  /** ms. */
  readonly idleMs?: number;
}

/**
 * Plans large sites in a thread with a read-only connection of its own: reading and planning 100,000 files takes half
 * a second, during which transfers, watcher and window must not stand still. Small sites are planned in place, and so
 * is what is not settled of larger ones.
 */
export function startPlanning(
  dataDir: string,
  mirror: PlanMirror,
  { idleMs = IDLE, ...options }: PlanningOptions = {},
): Planning {
  const thread = new PlanningThread(dataDir, idleMs);
  const estimate = new PlanningEstimate(mirror, options);
  const planner = new SitePlanner(mirror, thread, estimate);
  return {
    plan: (question) => planner.plan(question),
    planAhead: (site) => planner.planAhead(site),
    planSoon: (site) => {
      if (estimate.needsThread(site.id)) thread.begin();
    },
    // The processors are idle during a scan.
    planFound: (site, files) => {
      if (estimate.areMany(files) && mirror.siteState(site.id).syncedAt === null) thread.begin();
    },
    running: () => thread.running,
    close: () => thread.close(),
  };
}
