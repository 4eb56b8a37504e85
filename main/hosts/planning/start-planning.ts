import type { Planner } from '../../sync/plan/planning.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import { PlanningEstimate, type EstimateOptions } from './planning-estimate.ts';
import { SitePlanner, type PlanMirror } from './site-planner.ts';
import { PlanningThread } from './planning-thread.ts';

/** With nothing to plan for so long the thread ends, and gives its memory back: most plans are made without it, ms. */
const IDLE = 2000;

export interface Planning {
  readonly plan: Planner;
  /** Looks at a large site as a whole while its folder is still scanned, once: the plan is made of what is written since. */
  readonly planAhead: (site: FollowedSite) => void;
  /** Starts the thread, where it is needed. */
  readonly planSoon: (site: FollowedSite) => void;
  /** Starts the thread where a first sync has found so many files that it will be needed: meanwhile only the disk works. */
  readonly planFound: (site: FollowedSite, files: number) => void;
  /** Is there a thread at the moment? */
  readonly running: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PlanningOptions extends EstimateOptions {
  /** ms. */
  readonly idleMs?: number;
}

/**
 * Plans large sites in a thread over a reading connection of its own: reading 100,000 files and planning takes half a
 * second, in which transfers, watcher and window must not stand still. Small sites are planned in place, and what is not
 * settled of larger ones is looked for there.
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
