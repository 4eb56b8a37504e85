import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SyncContext } from '../context.ts';
import { knowsGeneration } from '../generation.ts';
import { folderFault, folderFaultNow } from './folder-fault.ts';
import { listSite } from './listing.ts';
import type { ListingResult } from './listing-run.ts';
import { mergeAnew } from './merge-anew.ts';
import { scanSite } from './scan.ts';
import { folderTaken, takeFolder } from './site-lock.ts';
import type { FoundMarker, ScanReport, ScanScope } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror.ts';
import { nameOf } from '../site-name.ts';
import type { CycleOptions } from '../state/cycle-options.ts';

/** What both sides of a site were seen to hold. */
interface Looked {
  readonly scanned: Result<ScanReport>;
  readonly listed: Result<ListingResult>;
  readonly listingMs: number;
}

/** Scans and lists at once, since one waits for the disk and the other for the network. Without the folder neither. */
export async function lookAtBoth(
  context: SyncContext,
  site: FollowedSite,
  { scope, list, watching = false }: Pick<CycleOptions, 'scope' | 'list' | 'watching'>,
): Promise<Looked> {
  const known = ok(knownListing(context, site));
  const missing = await checkFolder(context, site);
  if (missing !== null) return { scanned: fail(missing), listed: known, listingMs: 0 };
  if (!list) return { scanned: await scan(context, site, scope), listed: known, listingMs: 0 };
  // Not before: without its folder a site asks nothing, and what stopped the others is not over.
  if (watching) context.gate.reopen(site.id);
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

/**
 * The marker must name this site and this service; without it nothing in the folder counts (rule 6). Nor is anything
 * done in a folder that another program keeps.
 */
async function checkFolder(context: SyncContext, site: FollowedSite): Promise<Failure | null> {
  // Before the marker is read: whoever has it until now may write another word into that.
  const taken = await (context.looksOnly === true ? folderTaken : takeFolder)(context, site);
  const marker = await context.disk.readMarker(site.folder);
  const fault = folderFault(marker, site, nameOf(context, site));
  if (fault !== null || !marker.ok || marker.value === null) return fault;
  if (taken !== null) return taken;
  if (isAsLeft(context, site, marker.value)) return null;
  if (context.looksOnly === true) return mergedFirst(context, site);
  await mergeAnew(context, site, marker.value);
  return null;
}

/** Held against what was agreed on, its files would look deleted or edited by somebody. */
function mergedFirst(context: SyncContext, site: FollowedSite): Failure {
  return {
    code: 'sign-in',
    message: `What changes in ${site.folder} is not seen: the folder was put back from a copy, or kept by another SiteSync, and is no longer as this one left it.`,
    hint: `Sign in: ${nameOf(context, site)} is compared anew then, which deletes nothing.`,
    retry: 'on-sign-in',
  };
}

/** Is it the folder that this mirror left, and the mirror the one that left it? */
function isAsLeft(context: SyncContext, site: FollowedSite, marker: FoundMarker): boolean {
  const isCopy = marker.isCopy === true;
  const isOfService = marker.baseUrl === context.service.baseUrl;
  return !isCopy && isOfService && knowsGeneration(context, site.id, marker);
}

/** Is its folder there now? Only its marker is read. */
export async function isFolderThere(
  context: Pick<SyncContext, 'disk' | 'mirror'>,
  site: FollowedSite,
): Promise<boolean> {
  return (await folderFaultNow(context, site)) === null;
}

function knownListing(context: SyncContext, site: FollowedSite): ListingResult {
  const { listedAt, listingFault } = context.mirror.siteState(site.id);
  return { complete: listedAt !== null && listingFault === null, fault: listingFault, odd: [] };
}
