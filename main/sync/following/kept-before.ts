import { parseCategory, type Keep } from '../../../shared/model/category.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { parsedSetting } from '../settings/parsed-setting.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { SETTINGS } from '../settings/setting-keys.ts';

/** The address is part of the key: two services may have sites with the same id. */
const keyOf = (mirror: Pick<Mirror, 'setting'>, site: SiteId): string =>
  `kept-before ${site} ${mirror.setting(SETTINGS.baseUrl) ?? ''}`;
/** The key of earlier versions, without the address; it serves until the site is given up once more. */
const oldKeyOf = (site: SiteId): string => `kept-before ${site}`;

/**
 * Remembers the categories that were chosen for a site when it is given up: whoever keeps it again means these, not
 * all of it.
 */
export function rememberKeep(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { id, keep }: FollowedSite,
): void {
  // Nobody who keeps a site again wants nothing of it.
  mirror.setSetting(keyOf(mirror, id), typeof keep === 'string' ? null : JSON.stringify(keep));
  mirror.setSetting(oldKeyOf(id), null);
}

/** The categories that were chosen when this site was last kept; null if it was kept whole, or never. */
export function keptBefore(mirror: Pick<Mirror, 'setting'>, site: SiteId): Exclude<Keep, string> | null {
  const stored = parsedSetting(mirror, keyOf(mirror, site)) ?? parsedSetting(mirror, oldKeyOf(site));
  if (!Array.isArray(stored)) return null;
  const categories = stored.flatMap((each: unknown) => parseCategory(each) ?? []);
  return categories.length === 0 ? null : categories;
}
