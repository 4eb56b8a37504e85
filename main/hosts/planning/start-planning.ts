import type { Planner } from '../../sync/plan/planning.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { PlanningEstimate, type EstimateOptions } from './planning-estimate.ts';
import { SitePlanner, type PlanMirror } from './site-planner.ts';
import { PlanningThread } from './planning-thread.ts';

/** After this time without a plan, ms, the thread ends and gives its memory back: most plans are made without it. */
const IDLE = 2000;

export interface Planning {
  readonly plan: Planner;
  /**
   * Looks once at a large site as a whole while its folder is still being scanned: the plan then only needs what was
   * written since.
   */
  readonly planAhead: (site: FollowedSite) => void;
  /** Starts the thread, if it will be needed. */
  readonly planSoon: (site: FollowedSite) => void;
  /**
   * Starts the thread if a first sync has found so many files that it will be needed: the processors are idle during
   * a scan.
   */
  readonly planFound: (site: FollowedSite, files: number) => void;
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
    planFound: (site, files) => {
      if (estimate.areMany(files) && mirror.siteState(site.id).syncedAt === null) thread.begin();
    },
    running: () => thread.running,
    close: () => thread.close(),
  };
}
