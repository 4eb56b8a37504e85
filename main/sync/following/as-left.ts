import { fail, type Failure, type Result } from '../../../shared/failure.ts';
import { putBackJustNow } from '../../engine/guards/folder-missing.ts';
import type { SiteContext, SyncContext } from '../context.ts';
import { isPutBack } from './edition.ts';
import { knowsGeneration } from './generation.ts';
import type { FoundMarker } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { nameOf } from './site-name.ts';
import { markerMissing, siteMarker } from './folder-fault.ts';

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

/** A folder that was merged, and whose marker could not be replaced. */
export interface Unmarked {
  /** The marker, as it still is. */
  readonly marker: FoundMarker;
  readonly why: Failure;
}

/**
 * The marker of this site, this service and this mirror, as the cycle found it, or why it is none. A copy of the folder
 * that took its place since is none: what it lacks was deleted by nobody, and the next cycle merges it.
 */
export function ownMarker(
  context: Pick<SiteContext, 'disk' | 'mirror' | 'service' | 'site'>,
): Promise<Result<FoundMarker>> {
  return markerNow(context, context.site, null);
}

/** As `ownMarker`; one that this cycle merged and could not replace, `unmarked`, is as the cycle found it too. */
export async function markerNow(
  context: Pick<SyncContext, 'disk' | 'mirror' | 'service'>,
  site: FollowedSite,
  unmarked: Unmarked | null,
): Promise<Result<FoundMarker>> {
  const name = nameOf(context, site);
  const marker = siteMarker(await context.disk.readMarker(site.folder), site, name);
  if (!marker.ok) return marker;
  const found = marker.value;
  if (isAsLeft(context, site, found)) return marker;
  if (unmarked !== null && isSame(unmarked.marker, found)) return marker;
  const isOlder = found.isCopy === true || isPutBack(context, site.id, found);
  return fail(isOlder ? putBackJustNow(site.folder) : markerMissing(name, site.folder));
}

function isSame(one: FoundMarker, other: FoundMarker): boolean {
  const fields = ['baseUrl', 'generation', 'edition', 'isCopy', 'isSelf'] as const;
  return fields.every((field) => one[field] === other[field]);
}
