import type { Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../context.ts';
import type { FoundMarker, Marker } from '../ports/disk.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { SITE_SETTINGS } from '../settings/settings.ts';

/*
 * The edition of a site's folder: a number in its marker, which the mirror keeps too. It goes up before a cycle agrees on
 * anything.
 *
 * If a whole disk is put back from an image or a snapshot, its files have the numbers and birth times that they had, so nothing
 * shows that the folder is a copy. What came since would count as deleted by a person, and what is older in it as edited. But
 * its edition is lower than the mirror's: then the folder is merged, which deletes nothing.
 *
 * The marker is written first. So after a crash in between the marker is ahead, as it is of a mirror that was put back: that
 * proves nothing against the folder.
 */

/** Was the folder put back from a copy that was made before the mirror's last agreements? */
export function isPutBack(
  { mirror }: Pick<SyncContext, 'mirror'>,
  site: SiteId,
  marker: Pick<Marker, 'edition'>,
): boolean {
  return marker.edition < (SITE_SETTINGS.edition(site).read(mirror) ?? 0);
}

/** Is the mirror perhaps the one that was put back? It may lack agreements that were made since. */
export function mayLackAgreements(
  { mirror }: Pick<SyncContext, 'mirror'>,
  site: SiteId,
  marker: Pick<Marker, 'edition'>,
): boolean {
  return marker.edition > (SITE_SETTINGS.edition(site).read(mirror) ?? 0);
}

/**
 * To be called before anything about the folder is agreed on. If the marker cannot be written, its edition stays. Fails with
 * `folder-missing` if another folder is in its place by now.
 */
export async function beginEdition(
  { disk, mirror }: Pick<SyncContext, 'disk' | 'mirror'>,
  { id, folder }: FollowedSite,
  found: FoundMarker,
): Promise<Result<void>> {
  const { site, baseUrl, folderId, generation } = found;
  const edition = found.edition + 1;
  const written = await disk.rewriteMarker(folder, { site, baseUrl, folderId, generation, edition }, found);
  if (written.ok) SITE_SETTINGS.edition(id).write(mirror, edition);
  return written;
}

/** Takes the folder as it is from now on: to be called where all agreements about it are dropped. */
export function takeEdition(
  { mirror }: Pick<SyncContext, 'mirror'>,
  site: SiteId,
  marker: Pick<Marker, 'edition'>,
): void {
  SITE_SETTINGS.edition(site).write(mirror, marker.edition);
}
