import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import { Admission } from './admission.ts';
import type { SiteContext, SyncContext } from './context.ts';
import { endingTogether } from './ending.ts';
import { folderFault } from './folder-fault.ts';
import { listSite } from './listing.ts';
import type { ListingResult } from './listing-run.ts';
import { problemOf, scanProblems, scanSite, tookIn } from './observe.ts';
import type { ScanReport, ScanScope } from './ports/disk.ts';
import type { FollowedSite } from './ports/mirror.ts';
import { Problems } from './problems.ts';
import { rehashSome } from './rehash.ts';
import { Rounds } from './rounds.ts';
import { siteContext } from './site-context.ts';
import { noteClock, purgeTrash } from './trash-clock.ts';
import type { Tally, Problem, SiteReport } from './tally.ts';
import { UnderWay, type CycleStart } from './under-way.ts';

export interface CycleOptions {
  /** The person said yes to all deletes of this run. */
  readonly confirmDeletes: boolean;
  /** "Retry now": overrules back-off, waits for files that are being written, and tries once more what failed. */
  readonly eager: boolean;
  /** What to scan; null for everything. */
  readonly scope: ScanScope | null;
  /** False: plan with the listing that is known. Every write is proved against the service all the same. */
  readonly list: boolean;
  /** One of many cycles in a row: what happened at once may come in several. */
  readonly watching?: boolean;
  /** Somebody waits for all of it, also in a watch: where it is stopped before, it says so. */
  readonly mustFinish?: boolean;
  /**
   * Asked while files travel: should what is left wait for a further cycle, which looks first? What is under way then
   * goes on beside that.
   */
  readonly isCutShort?: (transfers: Transfers) => boolean;
  /** What is under way of the site, where one cycle follows another. */
  readonly underWay?: UnderWay;
  /** A step ended that went on after its cycle. */
  readonly onLanded?: (landing: Landing) => void;
}

/** The files of one plan are on their way. */
export interface Transfers {
  /** Epoch ms. */
  readonly since: number;
  /** What their plan took, ms. */
  readonly planMs: number;
  /** Those that were not begun. */
  readonly waiting: Pick<ReadonlySet<unknown>, 'size'>;
}

export interface Landing {
  /** To be scanned: what was seen in them meanwhile counts for no more than what the step wrote. */
  readonly folders: readonly string[];
  /** Only a listing that begins now tells how it ended, or what came after it: one was made while it travelled. */
  readonly mustList: boolean;
}

export interface CycleEnd {
  readonly report: SiteReport;
  /** Milliseconds until a file that is being written may be still, or one that failed is due; null where none is. */
  readonly wakeIn: number | null;
  /** What the listing took, ms; 0 where none was made. */
  readonly listingMs: number;
  /** False where what was to be scanned was not. */
  readonly scanned: boolean;
  /** What is left to do waits for a further cycle. */
  readonly cut: boolean;
  /** It was stopped, and not all was done that was to be. */
  readonly brokeOff: boolean;
}

/**
 * One cycle of one site: observe both sides, plan, apply, commit, until a plan asks for nothing more that can be done
 * now. What could not be done is remembered with its reason. Never throws for what the world does; where the mirror
 * fails, only when no step is under way.
 */
export function syncSite(context: SyncContext, site: FollowedSite, options: CycleOptions): Promise<CycleEnd> {
  const { underWay = new UnderWay() } = options;
  // Of what goes on it waits for its own alone: beside an upload of an hour there are hundreds of cycles.
  let whenEnded = (): Promise<void> => Promise.resolve();
  return endingTogether(
    context,
    async (own, end) => {
      const ofSite = siteContext(own, site, underWay, end);
      await underWay.look();
      const start = underWay.beginCycle();
      whenEnded = start.whenEnded;
      try {
        return await cycle(own, site, options, ofSite, start);
      } finally {
        start.end();
        underWay.looked();
      }
    },
    () => whenEnded(),
  );
}

/** With what a cycle ended. */
interface Ended extends Pick<CycleEnd, 'wakeIn' | 'cut'> {
  readonly finished: boolean;
  readonly agreed: number | null;
}

async function cycle(
  shared: SyncContext,
  site: FollowedSite,
  options: CycleOptions,
  context: SiteContext,
  start: CycleStart,
): Promise<CycleEnd> {
  const { underWay } = context;
  const tally = start.landed;
  const problems = new Problems(context);
  const isStopped = (): boolean => shared.stopping.aborted || shared.signal.aborted;
  let isScanned = false;
  let isLeft = false;
  let { brokeOff } = start;
  // One of many cycles that had only looked when it was stopped leaves all as the one before.
  const isUndone = (finished: boolean): boolean =>
    isStopped() && (options.watching === true && options.mustFinish !== true ? brokeOff : !finished);
  /** `finished`: nothing is left that could be done now. `agreed`: files in step, where a plan just counted them. */
  const end = ({
    wakeIn = null,
    finished = false,
    agreed = null,
    cut = false,
  }: Partial<Ended> = {}): CycleEnd => ({
    report: reportOf(shared, site, agreed, context.siteName, tally, [
      ...problems.all(),
      ...(isUndone(finished) ? [problemOf('', stopped(context.siteName))] : []),
      ...(isLeft ? [problemOf('', moreIsLeft(context.siteName))] : []),
    ]),
    wakeIn,
    listingMs,
    scanned: isScanned,
    cut,
    brokeOff,
  });
  let listingMs = 0;
  if (isStopped()) return end();
  noteClock(shared, site);
  shared.planAhead?.(site);
  const looked = await lookAtBoth(shared, site, options);
  const { scanned, listed } = looked;
  listingMs = looked.listingMs;
  if (!scanned.ok) {
    if (scanned.failure.code === 'cancelled') return end();
    problems.observed('folder', [problemOf('', scanned.failure)]);
    // Nothing else counts until all of it is looked at anew.
    for (const look of ['scan', 'list'] as const) problems.observed(look, []);
    return end();
  }
  isScanned = true;
  shared.gate.folderFound(site.id);
  problems.observed('folder', []);
  problems.observed('scan', scanProblems(scanned.value), tookIn(options.scope, scanned.value));
  const admission = new Admission(context);
  if (!listed.ok) {
    await noteListingFailure(shared, site, admission, listed.failure);
    problems.observed('list', listingFailure(shared, listed.failure));
    return end();
  }
  if (options.list) problems.observed('list', listingProblems(listed.value));
  const rounds = new Rounds(context, admission, problems, tally, options);
  let wakeIn = await rounds.run(scanned.value, listed.value);
  brokeOff = rounds.brokeOff;
  if (rounds.isCut && admission.stop === null) return end({ cut: true });
  if (options.scope === null && admission.stop === null && (await rehashSome(context)))
    wakeIn = await rounds.run(scanned.value, listed.value);
  brokeOff = rounds.brokeOff;
  const refusal = shared.gate.refusal(site.id);
  // One problem of the site, not one of each file that was under way when its folder went away.
  if (refusal?.code === 'folder-missing') problems.observed('folder', [problemOf('', refusal)]);
  if (admission.stop === null) {
    if (!underWay.isGoingOn) shared.mirror.setSynced(site.id, shared.env.now());
    isLeft = !rounds.finished;
  }
  if (options.scope === null && options.list) await purgeTrash(shared, site);
  // Where all stands still, the next listing finds out whether it may go on.
  const dueIn = admission.stop === null ? problems.dueIn() : null;
  const { agreed, finished } = rounds;
  return end({ wakeIn: sooner(wakeIn, dueIn), finished, agreed });
}

function listingFailure({ gate }: SyncContext, failure: Failure): ReturnType<typeof scanProblems> {
  // A dead network, a refused token and an end are states of the program, not problems of a site.
  return gate.stop === null && failure.code !== 'cancelled' ? [problemOf('', failure)] : [];
}

function sooner(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

interface Looked {
  readonly scanned: Result<ScanReport>;
  readonly listed: Result<ListingResult>;
  readonly listingMs: number;
}

/** Scans and lists at once, since one waits for the disk and the other for the network. Without the folder neither. */
async function lookAtBoth(
  context: SyncContext,
  site: FollowedSite,
  { scope, list }: CycleOptions,
): Promise<Looked> {
  const known = ok(knownListing(context, site));
  const missing = await checkFolder(context, site);
  if (missing !== null) return { scanned: fail(missing), listed: known, listingMs: 0 };
  if (!list) return { scanned: await scan(context, site, scope), listed: known, listingMs: 0 };
  const before = context.env.now();
  const listing = listSite(context, site.id).then((listed) => ({
    listed,
    listingMs: context.env.now() - before,
  }));
  const scanning = scan(context, site, scope).finally(() => context.progress.phase('listing', site.id));
  // Neither goes on behind the other's back where the mirror fails one of them.
  await Promise.allSettled([scanning, listing]);
  return { scanned: await scanning, ...(await listing) };
}

/** Scans the folder where its marker is there. Nothing is planned: what waits can be seen while nothing may be sent. */
export async function lookAtFolder(
  context: SyncContext,
  site: FollowedSite,
  scope: ScanScope | null,
): Promise<Result<ScanReport>> {
  const missing = await checkFolder(context, site);
  return missing === null ? scan(context, site, scope) : fail(missing);
}

function scan(
  context: SyncContext,
  site: FollowedSite,
  scope: ScanScope | null,
): Promise<Result<ScanReport>> {
  context.progress.phase('scanning', site.id);
  return scanSite(context, site, scope);
}

/** The marker must name this site and this service; without it nothing in the folder counts (rule 6). */
async function checkFolder(context: SyncContext, site: FollowedSite): Promise<Failure | null> {
  const name = context.mirror.site(site.id)?.name ?? site.id;
  const marker = await context.disk.readMarker(site.folder);
  const fault = folderFault(marker, site, name);
  if (fault !== null || !marker.ok) return fault;
  const isCopy = marker.value?.isCopy === true;
  if (isCopy || marker.value?.baseUrl !== context.service.baseUrl) await mergeAnew(context, site);
  return null;
}

/**
 * The folder was put back from a copy: what it lacks was deleted by nobody, and what is older in it edited by nobody. Or it
 * was kept in step with another service since, as by a SiteSync with another data folder: what is missing in it that one
 * may have removed. So nothing is agreed on any more, as in one that is followed anew, and the folder is this service's.
 */
async function mergeAnew({ disk, mirror, service }: SyncContext, site: FollowedSite): Promise<void> {
  mirror.dropAgreements(site.id);
  mirror.setApprovedDeletes(site.id, []);
  // Where that cannot be written, the next cycle merges once more.
  const { id, folderId } = site;
  await disk.createSiteFolder(site.folder, { site: id, baseUrl: service.baseUrl, folderId });
}

/** Said of a sync that was told to end before all was done: it must not read as "in step". */
function stopped(name: string): Failure {
  return {
    code: 'cancelled',
    message: `The sync of ${name} was stopped before everything was done.`,
    hint: 'What was finished stays; the next sync goes on from there.',
    retry: 'now',
  };
}

/** What changes faster than it is kept in step must not read as "in step" either. */
function moreIsLeft(name: string): Failure {
  return {
    code: 'cancelled',
    message: `More came up at ${name} than one sync does.`,
    hint: 'What was finished stays; the next sync goes on from there.',
    retry: 'now',
  };
}

function knownListing(context: SyncContext, site: FollowedSite): ListingResult {
  const { listedAt, listingFault } = context.mirror.siteState(site.id);
  return { complete: listedAt !== null && listingFault === null, fault: listingFault, odd: [] };
}

async function noteListingFailure(
  context: SyncContext,
  site: FollowedSite,
  admission: Admission,
  failure: Failure,
): Promise<void> {
  if (failure.code === 'no-access') context.gate.refuse(site.id, failure);
  else await admission.learn(failure);
}

function listingProblems(listed: ListingResult): ReturnType<typeof scanProblems> {
  const odd = listed.odd.map((row) => ({
    path: row.name ?? row.id ?? '',
    code: 'not-understood' as const,
    message: `A record of the service cannot be used: ${row.why}`,
    hint: 'Its copy here stays as it is. Ask who manages the service to correct the record.',
  }));
  if (listed.complete) return odd;
  const partial = {
    path: '',
    code: 'not-understood' as const,
    message: `The service's list of files is incomplete: ${listed.fault ?? 'a page is missing'}`,
    hint: 'New and changed files were synced. Deletes wait until the list is complete; SiteSync asks again with the next sync.',
  };
  return [partial, ...odd];
}

function reportOf(
  context: SyncContext,
  site: FollowedSite,
  agreed: number | null,
  name: string,
  tally: Tally,
  problems: readonly Problem[],
): SiteReport {
  const held = context.mirror.siteState(site.id).held;
  return {
    id: site.id,
    name,
    folder: site.folder,
    // Counting reads a whole index: where a plan just did, its answer serves.
    files: agreed ?? context.mirror.counts(site.id).base,
    created: tally.of('created'),
    updated: tally.of('updated'),
    deletedRemote: tally.of('deletedRemote'),
    downloaded: tally.of('downloaded'),
    trashed: tally.of('trashed'),
    moved: tally.of('moved'),
    adopted: tally.of('adopted'),
    conflicts: tally.conflicts,
    problems,
    held: held === null ? null : { direction: held.direction, count: held.count, of: held.of },
  };
}
