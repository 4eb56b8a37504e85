import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Disk, FoundMarker } from '../ports/disk.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { nameOf } from './site-name.ts';

/**
 * The marker of a site's folder, of what was just `read` of it; or why nothing in the folder counts now: the marker has to
 * name this site and this very folder (rule 6).
 */
export function siteMarker(
  read: Result<FoundMarker | null>,
  { id, folder, folderId }: Pick<FollowedSite, 'id' | 'folder' | 'folderId'>,
  name: string,
): Result<FoundMarker> {
  if (!read.ok) return read;
  const marker = read.value;
  if (marker === null) return fail(markerMissing(name, folder));
  return marker.site === id && marker.folderId === folderId ? ok(marker) : fail(otherFolder(name, folder));
}

/** Why nothing in the folder of a site counts now, by the marker as it is now; null if it does. */
export async function folderFaultNow(
  context: { readonly disk: Pick<Disk, 'readMarker'>; readonly mirror: Pick<Mirror, 'site'> },
  site: FollowedSite,
): Promise<Failure | null> {
  const marker = siteMarker(await context.disk.readMarker(site.folder), site, nameOf(context, site));
  return marker.ok ? null : marker.failure;
}

export function markerMissing(siteName: string, folder: string): Failure {
  return {
    code: 'folder-missing',
    message: `Nothing shows that ${folder} is the folder of ${siteName}: its SiteSync marker is not there, or damaged.`,
    hint: 'If its drive is not connected, connect it. If it is the right folder, stop keeping the site here and keep it again in it: that merges and deletes nothing.',
    retry: 'on-change',
  };
}

function otherFolder(name: string, folder: string): Failure {
  return {
    code: 'folder-missing',
    message: `The folder ${folder} is not the one that SiteSync made for ${name}.`,
    hint: 'Put the right folder back, or stop keeping the site here and keep it again there: that merges and deletes nothing.',
    retry: 'on-change',
  };
}
