import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SyncContext } from '../context.ts';
import { isAsLeft, type Unmarked } from '../following/as-left.ts';
import { mayLackAgreements } from '../following/edition.ts';
import { folderFaultNow, siteMarker } from '../following/folder-fault.ts';
import { joinAnew } from '../settings/joined.ts';
import { listSite } from './listing.ts';
import { lastListing, type ListingResult } from './listing-run.ts';
import { mergeAnew } from './merge-anew.ts';
import { scanSite } from './scan.ts';
import { scopeSinceMerge } from './seen-since-merge.ts';
import { folderTaken, takeFolder } from './site-lock.ts';
import type { ScanReport, ScanScope } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { nameOf } from '../following/site-name.ts';
import type { InFlight } from '../steps/in-flight.ts';
import type { CycleOptions } from '../cycle-options.ts';

/** See `InFlight`. */
type Merges = Pick<InFlight, 'merges'>;

/** What a look at both sides of a site found. */
interface Looked {
  readonly scanned: Result<ScanReport>;
  /** What the scan took in; null: everything. */
  readonly scope: ScanScope | null;
  readonly listed: Result<ListingResult>;
  readonly listingMs: number;
  /** Not null if the folder was merged, and its marker could not be replaced. */
  readonly unmarked: Unmarked | null;
}

/** Scans and lists side by side: one waits for the disk, the other for the network. Without the folder it does neither. */
export async function lookAtBoth(
  context: SyncContext & { readonly inFlight: Merges },
  site: FollowedSite,
  { scope: asked, list, watching = false }: Pick<CycleOptions, 'scope' | 'list' | 'watching'>,
): Promise<Looked> {
  const known = ok({ ...lastListing(context.mirror.siteState(site.id)), odd: [] });
  const checked = await checkFolder(context, site, context.inFlight);
  if (!checked.ok) return { scanned: checked, scope: asked, listed: known, listingMs: 0, unmarked: null };
  const { unmarked } = checked.value;
  const scope = scopeSinceMerge(context.mirror, site.id, asked);
  if (!list) {
    const scanned = await scan(context, site, scope, unmarked);
    return { scanned, scope, listed: known, listingMs: 0, unmarked };
  }
  // Only now: without its folder a site asks nothing, so a stop of all sites must not end for its sake.
  if (watching) context.gate.reopen(site.id);
  const before = context.env.now();
  // What only waits costs nobody anything: after a busy minute, the next list need not come later.
  let waited = 0;
  const listing = listSite(context, site.id, (ms) => (waited += ms)).then((listed) => ({
    listed,
    listingMs: context.env.now() - before - waited,
  }));
  const scanning = scan(context, site, scope, unmarked).finally(() =>
    context.progress.phase('listing', site.id),
  );
  // If the mirror fails in one of them, the other must not go on unnoticed.
  await Promise.allSettled([scanning, listing]);
  return { scanned: await scanning, scope, ...(await listing), unmarked };
}

/**
 * Scans the folder if its marker is there, and plans nothing: shows what waits while nothing may be sent. `inFlight`: of
 * the steps that may be under way meanwhile.
 */
export async function lookAtFolder(
  context: SyncContext,
  site: FollowedSite,
  scope: ScanScope | null,
  inFlight: Merges,
): Promise<Result<ScanReport>> {
  const checked = await checkFolder(context, site, inFlight);
  return checked.ok ? scan(context, site, scope, checked.value.unmarked) : checked;
}

function scan(
  context: SyncContext,
  site: FollowedSite,
  scope: ScanScope | null,
  unmarked: Unmarked | null,
): Promise<Result<ScanReport>> {
  context.progress.phase('scanning', site.id);
  return scanSite(context, site, scope, unmarked);
}

/**
 * The marker must name this site and this service; without it nothing in the folder counts (rule 6). Nor is anything
 * done in a folder that another program keeps.
 */
async function checkFolder(
  context: SyncContext,
  site: FollowedSite,
  inFlight: Merges,
): Promise<Result<Pick<Looked, 'unmarked'>>> {
  // Before the marker is read: whoever keeps the folder until now may still write another generation into it.
  const taken = await (context.looksOnly === true ? folderTaken : takeFolder)(context, site);
  const marker = siteMarker(await context.disk.readMarker(site.folder), site, nameOf(context, site));
  if (!marker.ok) return marker;
  if (taken !== null) return fail(taken);
  const isLeft = isAsLeft(context, site, marker.value);
  if (!isLeft && context.looksOnly === true) return fail(mergedFirst(context, site));
  context.disk.goBy(site.folder, marker.value);
  if (isLeft) {
    const mayLack = context.looksOnly !== true && mayLackAgreements(context, site.id, marker.value);
    if (mayLack) joinAnew(context.mirror, site.id);
    return ok({ unmarked: null });
  }
  inFlight.merges += 1;
  return ok({ unmarked: await mergeAnew(context, site, marker.value) });
}

/** Without a merge its files would look deleted or edited by somebody, and a merge needs a sign-in. */
function mergedFirst(context: SyncContext, site: FollowedSite): Failure {
  return {
    code: 'sign-in',
    message: `What changes in ${site.folder} is not seen: the folder was put back from a copy, or kept by another SiteSync, and is no longer as this one left it.`,
    hint: `Sign in: ${nameOf(context, site)} is compared anew then, which deletes nothing.`,
    retry: 'on-sign-in',
  };
}

/** Is the site's folder there now? Reads no more than its marker. */
export async function isFolderThere(
  context: Pick<SyncContext, 'disk' | 'mirror'>,
  site: FollowedSite,
): Promise<boolean> {
  return (await folderFaultNow(context, site)) === null;
}
