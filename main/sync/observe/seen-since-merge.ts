import type { SiteId } from '../../../shared/model/ids.ts';
import type { ScanScope } from '../ports/disk.ts';
import type { Mirror } from '../ports/mirror.ts';
import { SITE_SETTINGS } from '../settings/settings.ts';

/*
 * What is known of a folder's files was seen before the folder was merged, maybe in the one whose place a copy has taken. If
 * a look at some folders were believed to be enough, what was known of the others would be agreed on: a file that the copy
 * lacks would count as in step, and the next look that does not find it would delete it on the service. So the first look
 * after a merge is one at the whole folder, whatever asked for it, also if the program ended in between.
 */

const UNSEEN = 'unseen';

/** Was the folder merged, and not looked at as a whole since? */
function isUnseenSinceMerge(mirror: Pick<Mirror, 'setting'>, site: SiteId): boolean {
  return SITE_SETTINGS.sinceMerge(site).read(mirror) !== null;
}

/** What a look takes in that was `asked` to take in some folders, or everything (null). */
export function scopeSinceMerge(
  mirror: Pick<Mirror, 'setting'>,
  site: SiteId,
  asked: ScanScope | null,
): ScanScope | null {
  return isUnseenSinceMerge(mirror, site) ? null : asked;
}

/** To be called before the marker of a merged folder is replaced, and flushed with that merge. */
export function noteMerged(mirror: Pick<Mirror, 'setSetting'>, site: SiteId): void {
  SITE_SETTINGS.sinceMerge(site).write(mirror, UNSEEN);
}

/** To be called after a look at the whole folder was written. */
export function noteSeen(mirror: Pick<Mirror, 'setting' | 'setSetting'>, site: SiteId): void {
  if (isUnseenSinceMerge(mirror, site)) SITE_SETTINGS.sinceMerge(site).write(mirror, null);
}
