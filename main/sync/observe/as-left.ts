import { fail, ok, type Result } from '../../../shared/failure.ts';
import { putBackJustNow } from '../../engine/guards/folder-missing.ts';
import type { SiteContext, SyncContext } from '../context.ts';
import { isPutBack } from '../following/edition.ts';
import { knowsGeneration } from '../following/generation.ts';
import type { FoundMarker } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { folderFault, markerMissing } from './folder-fault.ts';

/** Do folder and mirror belong together as they were left, neither of them put back from a copy? */
export function isAsLeft(
  context: Pick<SyncContext, 'mirror' | 'service'>,
  site: FollowedSite,
  marker: FoundMarker,
): boolean {
  const isCopy = marker.isCopy === true;
  const isOfService = marker.baseUrl === context.service.baseUrl;
  const isOlder = isPutBack(context, site.id, marker);
  return !isCopy && !isOlder && isOfService && knowsGeneration(context, site.id, marker);
}

/**
 * The marker of this site, this service and this mirror, as the cycle found it, or why it is none. A copy of the folder
 * that took its place since is none: what it lacks was deleted by nobody, and the next cycle merges it.
 */
export async function ownMarker(
  context: Pick<SiteContext, 'disk' | 'mirror' | 'service' | 'site' | 'siteName'>,
): Promise<Result<FoundMarker>> {
  const { disk, site, siteName } = context;
  const marker = await disk.readMarker(site.folder);
  const fault = folderFault(marker, site, siteName);
  if (fault !== null || !marker.ok || marker.value === null)
    return fail(fault ?? markerMissing(siteName, site.folder));
  if (isAsLeft(context, site, marker.value)) return ok(marker.value);
  return fail(
    marker.value.isCopy === true ? putBackJustNow(site.folder) : markerMissing(siteName, site.folder),
  );
}
