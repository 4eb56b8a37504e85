import type { Failure } from '../../../../shared/failure.ts';
import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import { isToCompare, likelyPlan } from '../../../app/views/likely-plan.ts';
import { siteNow } from '../../../app/views/site-now.ts';
import type { Action, DeleteRemote } from '../../../engine/plan/actions.ts';
import { recordOf } from '../../../sync/state/item.ts';
import type { FollowedSite, Mirror } from '../../../sync/ports/mirror.ts';
import type { Program } from '../../compose/compose.ts';
import type { Output } from '../output/output.ts';
import { showProgress } from '../output/progress-bar.ts';
import type { Unsent } from '../output/sync-report.ts';
import { unlessStopped } from '../unless-stopped.ts';

/** What of a site waits, as both sides were seen last: of nothing else anybody knows without looking. */
export interface Waiting {
  /** Changes of this computer that are to be sent, and of the service that are to be fetched or followed here. */
  readonly up: number;
  readonly down: number;
  /** What is not known to be on the service: what goes up, and what is to be compared and was not read on both sides. */
  readonly unsent: number;
  /** Deletes of this computer that wait for a yes: they are among none of those above. */
  readonly held: number;
  /** Files on both sides that nothing was agreed on yet, and nobody compared: most are equal, so that none is counted above. */
  readonly toCompare: number;
  /** Agreed files of which nothing waits. */
  readonly inStep: number;
  /** Agreed files that `.siteignore`, or another rule, leaves out by now: of them nothing is known. */
  readonly ignored: number;
}

type Counts = ReturnType<Mirror['counts']>;

/** Files of a site that are looked at, each for itself, in some milliseconds. */
const FEW = 5000;
/** `counts`: rows of each tree. */
export async function waitingOf(program: Program, site: FollowedSite, counts: Counts): Promise<Waiting> {
  const { mirror } = program;
  const { base } = counts;
  if (base > FEW && endedInStep(program, site.id, counts))
    return { up: 0, down: 0, unsent: 0, held: 0, toCompare: 0, inStep: base, ignored: 0 };
  const { held } = mirror.siteState(site.id);
  const { trees, policy } = await siteNow(program, site);
  const isHeld = new Set<FileId | null>(held?.files.map((file) => file.id));
  const all = likelyPlan(trees, policy).actions;
  const actions = all.filter((action) => !isHeld.has(recordOf(action)));
  const toCompare = actions.filter((action) => isToCompare(action, trees));
  const known = actions.filter((action) => !isToCompare(action, trees));
  const [up, down] = [known.filter(goesUp), known.filter(comesDown)];
  const open = new Set([...up, ...down, ...toCompare].map(recordOf));
  const isOpen = (id: FileId): boolean => open.has(id) || isHeld.has(id);
  // What is in step on both sides may not be among these.
  const notInStep = [...trees.base].filter(([id, { path }]) => isOpen(id) || policy.ignored(path));
  const ignored = notInStep.filter(([id]) => !isOpen(id)).length;
  return {
    up: up.length,
    down: down.length,
    unsent: actions.filter(goesUp).length,
    held: all.filter((action) => action.kind === 'deleteRemote' && isHeld.has(recordOf(action))).length,
    toCompare: toCompare.length,
    inStep: base - notInStep.length,
    ignored,
  };
}

/**
 * What was done there since the last sync waits as well. A folder that cannot be looked at is as it was seen last. Null
 * where the command was stopped before.
 */
async function lookOnce(program: Program, out: Output, site: FollowedSite): Promise<true | null> {
  const context = await program.looker(program.stopping);
  if (context === null) return true;
  // Commands that look at no folder can do without what it takes to scan.
  const { lookAtFolder } = await import('../../../sync/observe/look.ts');
  const stopShowing = showProgress(context, out);
  return unlessStopped(program, async () => {
    await lookAtFolder(context, site, null).finally(stopShowing);
    return true as const;
  });
}

/**
 * Deletes of this computer that were not sent yet, also those that are held, and those that no sync saw. Null where the
 * command was stopped before all of them were known.
 */
export async function waitingDeletes(
  program: Program,
  out: Output,
  site: FollowedSite,
): Promise<readonly DeleteRemote[] | null> {
  if ((await lookOnce(program, out, site)) === null) return null;
  const { trees, policy } = await siteNow(program, site);
  return likelyPlan(trees, policy).actions.filter((action) => action.kind === 'deleteRemote');
}

/** For who has changed nothing by then. */
export const STOPPED_LOOKING: Failure = {
  code: 'cancelled',
  message: 'Stopped before it was known what was not sent yet.',
  hint: 'Nothing was changed. Run the command again.',
  retry: 'now',
};

/** What waits here while the service cannot be reached: their folders were looked at all the same. */
export async function unsentOf(program: Program, sites: readonly FollowedSite[]): Promise<Unsent> {
  const unsent = new Map<SiteId, number>();
  for (const site of sites) {
    unsent.set(site.id, (await waitingOf(program, site, program.mirror.counts(site.id))).unsent);
  }
  return unsent;
}

/** Was all done that its last look found? Of a large site that is known without looking at each file. */
function endedInStep({ mirror, env }: Program, id: SiteId, { base, local, remote }: Counts): boolean {
  const { held, syncedAt, scannedAt, listedAt } = mirror.siteState(id);
  if (syncedAt === null || scannedAt === null || listedAt === null || held !== null) return false;
  const isLast = syncedAt >= scannedAt && syncedAt >= listedAt && syncedAt <= env.now();
  return isLast && base === local && base === remote && mirror.attempts(id).length === 0;
}

function goesUp(action: Action): boolean {
  switch (action.kind) {
    case 'create':
    case 'update':
    case 'deleteRemote':
    // Both sides changed: theirs is fetched, and ours sent as a copy.
    case 'reconcile':
      return true;
    case 'wait':
      return action.reason !== 'place-taken';
    default:
      return false;
  }
}

function comesDown(action: Action): boolean {
  switch (action.kind) {
    case 'download':
    case 'reconcile':
    case 'moveLocal':
    case 'trashLocal':
      return true;
    case 'wait':
      return action.reason === 'place-taken';
    default:
      return false;
  }
}
