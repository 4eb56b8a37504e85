import type { Failure, Result } from '../../../shared/failure.ts';
import type { Disk, FoundMarker } from '../ports/disk.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { nameOf } from '../following/site-name.ts';

/**
 * Why nothing in the folder of a site counts now; null if its marker names this site and this very folder (rule 6).
 * `marker`: as it was just read.
 */
export function folderFault(
  marker: Result<FoundMarker | null>,
  { id, folder, folderId }: Pick<FollowedSite, 'id' | 'folder' | 'folderId'>,
  name: string,
): Failure | null {
  if (!marker.ok) return marker.failure;
  if (marker.value === null) return markerMissing(name, folder);
  return marker.value.site === id && marker.value.folderId === folderId ? null : otherFolder(name, folder);
}

/** As `folderFault`, by the marker as it is now. */
export async function folderFaultNow(
  context: { readonly disk: Pick<Disk, 'readMarker'>; readonly mirror: Pick<Mirror, 'site'> },
  site: FollowedSite,
): Promise<Failure | null> {
  return folderFault(await context.disk.readMarker(site.folder), site, nameOf(context, site));
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
