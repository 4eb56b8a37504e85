import type { Failure } from '../../../../shared/failure.ts';
import type { FileId, SiteId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { isToCompare, likelyPlan } from '../../../app/views/likely-plan.ts';
import { coveredFolders, questionOf } from '../../../app/views/site-facts.ts';
import type { Action, DeleteRemote } from '../../../engine/plan/actions.ts';
import { recordOf, waitsForPlace } from '../../../engine/plan/action-subject.ts';
import { ignoreLines, ignoreText } from '../../../sync/observe/site-ignore.ts';
import { readSite, type SiteAsRead } from '../../../sync/plan/planning.ts';
import type { Mirror } from '../../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import type { Output } from '../output/output.ts';
import { showProgress } from '../output/progress-bar.ts';
import type { Unsent } from '../output/sync-report.ts';
import { unlessStopped } from '../unless-stopped.ts';

/** How much of a site waits, as both sides were last seen: more is not known without looking. */
export interface Waiting {
  /** Changes here that are to be sent. The next one: changes of the service that are to be fetched or followed. */
  readonly up: number;
  readonly down: number;
  /** What may not be on the service yet: `up`, and files to be compared that were not read on both sides. */
  readonly unsent: number;
  /** How many of `unsent` are deletes. */
  readonly deletes: number;
  /** Deletes made here that wait for a yes. They are not counted above. */
  readonly held: number;
  /**
   * Files on both sides without an agreement, which nobody compared yet. Most turn out equal, so they are not counted
   * above.
   */
  readonly toCompare: number;
  /** Agreed files with nothing to do. */
  readonly inStep: number;
  /** Agreed files that are ignored by now: nothing is known about them. */
  readonly ignored: number;
}

type Counts = ReturnType<Mirror['counts']>;

/** Up to this many files of a site are looked at one by one, which takes some milliseconds. */
const FEW = 5000;
/** `counts`: how many rows each tree has. */
export async function waitingOf(program: Program, site: FollowedSite, counts: Counts): Promise<Waiting> {
  const { mirror } = program;
  const { base } = counts;
  if (base > FEW && endedInStep(program, site.id, counts))
    return { up: 0, down: 0, unsent: 0, deletes: 0, held: 0, toCompare: 0, inStep: base, ignored: 0 };
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
  // Files that are in step may be missing from these trees.
  const notInStep = [...trees.base].filter(([id, { path }]) => isOpen(id) || policy.ignored(path));
  const ignored = notInStep.filter(([id]) => !isOpen(id)).length;
  return {
    up: up.length,
    down: down.length,
    unsent: actions.filter(goesUp).length,
    deletes: actions.filter(({ kind }) => kind === 'deleteRemote').length,
    held: all.filter((action) => action.kind === 'deleteRemote' && isHeld.has(recordOf(action))).length,
    toCompare: toCompare.length,
    inStep: base - notInStep.length,
    ignored,
  };
}

/** Tells of which files of a site something waits: those that `waitingOf` counts, and held deletes. */
export async function waitsIn(
  program: Program,
  site: FollowedSite,
): Promise<(file: { readonly id: FileId | null; readonly path: RelPath | null }) => boolean> {
  const { trees, policy } = await siteNow(program, site);
  const waiting = likelyPlan(trees, policy).actions.filter(
    (action) => goesUp(action) || comesDown(action) || isToCompare(action, trees),
  );
  const ids = new Set(waiting.map(recordOf));
  const paths = new Set<RelPath | null>(waiting.map(({ path }) => path));
  return ({ id, path }) => (id === null ? paths.has(path) : ids.has(id));
}

/**
 * Looks at the folder once, since what was done there after the last sync waits too. If that fails, it counts as it was
 * last seen. Null if the command was stopped before.
 */
async function lookOnce(program: Program, out: Output, site: FollowedSite): Promise<true | null> {
  const context = await program.looker(program.stopping);
  if (context === null) return true;
  // Loaded only here: most commands do not scan.
  const { lookAtFolder } = await import('../../../sync/observe/look.ts');
  const stopShowing = showProgress(context, out);
  return unlessStopped(program, async () => {
    await lookAtFolder(context, site, null, { merges: 0 }).finally(stopShowing);
    return true as const;
  });
}

/**
 * Deletes made here that were not sent yet: also held ones, and those that no sync has seen. Null if the command was
 * stopped before all were known.
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

/** The failure of a command that was stopped before it changed anything. */
export const STOPPED_LOOKING: Failure = {
  code: 'cancelled',
  message: 'Stopped before it was known what was not sent yet.',
  hint: 'Nothing was changed. Run the command again.',
  retry: 'now',
};

/** What waits to be sent while the service cannot be reached: the folders were looked at all the same. */
export async function unsentOf(program: Program, sites: readonly FollowedSite[]): Promise<Unsent> {
  const unsent = new Map<SiteId, Pick<Waiting, 'unsent' | 'deletes'>>();
  for (const site of sites)
    unsent.set(site.id, await waitingOf(program, site, program.mirror.counts(site.id)));
  return unsent;
}

/** Did the last sync do all that it had found? For a large site this can be told without looking at each file. */
function endedInStep({ mirror, env }: Program, id: SiteId, { base, local, remote }: Counts): boolean {
  const { held, syncedAt, scannedAt, listedAt } = mirror.siteState(id);
  if (syncedAt === null || scannedAt === null || listedAt === null || held !== null) return false;
  const isLast = syncedAt >= scannedAt && syncedAt >= listedAt && syncedAt <= env.now();
  return isLast && base === local && base === remote && mirror.problems(id).length === 0;
}

function goesUp(action: Action): boolean {
  switch (action.kind) {
    case 'create':
    case 'update':
    case 'deleteRemote':
    // Counts both ways: theirs is fetched, and ours is sent as a copy.
    case 'reconcile':
      return true;
    case 'wait':
      return !waitsForPlace(action);
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
      return waitsForPlace(action);
    default:
      return false;
  }
}

/** The files of a site that are not in step, and the policy for its files, as both sides were last seen. */
async function siteNow({ mirror, disk, env }: Program, site: FollowedSite): Promise<SiteAsRead> {
  const state = mirror.siteState(site.id);
  const text = await ignoreText(disk, site.folder);
  const covered = coveredFolders(mirror.problems(site.id));
  const asked = { ...env, ignore: ignoreLines(mirror), ignoreTexts: { [site.id]: text } };
  return readSite(mirror, questionOf({ site, state, covered }, asked));
}
