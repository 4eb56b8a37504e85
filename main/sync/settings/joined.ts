import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';
import { SITE_SETTINGS } from './settings.ts';

/*
 * A computer joins a site when it begins to keep it, and again when it drops all agreements about it, or lost some: what lies
 * in the folder may then be the file of any record that the service has. Of records that come later it is not.
 */

/** To be called where agreements were dropped or lost: the next whole listing is the first one. */
export function joinAnew(mirror: Pick<Mirror, 'setting' | 'setSetting'>, site: SiteId): void {
  const joinedAt = SITE_SETTINGS.joinedAt(site);
  if (joinedAt.read(mirror) !== null) joinedAt.write(mirror, null);
}

/** To be called after each whole listing. */
export function noteJoined(
  mirror: Pick<Mirror, 'setting' | 'setSetting' | 'listingNumber'>,
  site: SiteId,
): void {
  const joinedAt = SITE_SETTINGS.joinedAt(site);
  if (joinedAt.read(mirror) === null) joinedAt.write(mirror, mirror.listingNumber(site));
}
