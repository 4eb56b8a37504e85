import { syncSite } from './cycle/cycle.ts';
import type { CycleOptions } from './cycle-options.ts';
import type { SyncContext } from './context.ts';
import { taskGroup } from './concurrency/task-group.ts';
import type { FollowedSite } from './ports/mirror/sites.ts';
import { forEachLimited } from './concurrency/for-each-limited.ts';
import { noteStop } from './pacing/last-stop.ts';
import type { SiteReport } from './cycle/site-report.ts';

export type SyncState = 'in-sync' | 'problems' | 'held' | 'offline' | 'sign-in';

/** What a sync did, in the shape of design section 4. */
export interface SyncReport {
  readonly ok: true;
  readonly state: SyncState;
  readonly sites: readonly SiteReport[];
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly requests: number;
  readonly ms: number;
}

/** Sites that are worked on at the same time; they share the slots for transfers. */
const SITES_AT_ONCE = 3;

/**
 * One cycle of each site. A site that hangs or fails does not hold up the others. If the mirror fails, throws once no step
 * of any site is under way.
 */
export async function syncOnce(
  context: SyncContext,
  sites: readonly FollowedSite[],
  options: CycleOptions,
): Promise<SyncReport> {
  const start = context.env.now();
  const requests = context.service.requests;
  const before = context.progress.state;
  const reports = new Map<string, SiteReport>();
  context.gate.reopen(null);
  context.progress.reset();
  await taskGroup(context, (own, stop) => {
    const sync = async (site: FollowedSite): Promise<void> => {
      const { report } = await syncSite(own, site, options);
      reports.set(site.id, report);
    };
    return forEachLimited(sites, SITES_AT_ONCE, sync, stop);
  });
  context.progress.phase('idle', null);
  const asked = context.service.requests - requests;
  if (asked > 0) noteStop(context.mirror, context.gate.stop, context.env.now());
  const after = context.progress.state;
  const inOrder = sites.flatMap((site) => reports.get(site.id) ?? []);
  return {
    ok: true,
    state: stateOf(context, inOrder),
    sites: inOrder,
    bytesUp: after.bytesUp - before.bytesUp,
    bytesDown: after.bytesDown - before.bytesDown,
    requests: asked,
    ms: context.env.now() - start,
  };
}

/** One word for a whole sync, gravest first: everything stopped, deletes held until somebody approves, problems. */
export function stateOf({ gate }: Pick<SyncContext, 'gate'>, reports: readonly SiteReport[]): SyncState {
  if (gate.stop !== null) return gate.stop.kind;
  if (reports.some((report) => report.held !== null)) return 'held';
  return reports.some((report) => report.problems.length > 0) ? 'problems' : 'in-sync';
}
