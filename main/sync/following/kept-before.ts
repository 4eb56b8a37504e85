import { parseCategory, type Keep } from '../../../shared/model/category.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { LASTING_SITE_SETTINGS, SETTINGS } from '../settings/settings.ts';

const { keptBefore: keptAt, keptBeforeAnywhere } = LASTING_SITE_SETTINGS;
const here = (mirror: Pick<Mirror, 'setting'>): string => SETTINGS.baseUrl.read(mirror) ?? '';

/**
 * Remembers the categories that were chosen for a site when it is given up: whoever keeps it again means these, not
 * all of it.
 */
export function rememberKeep(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { id, keep }: FollowedSite,
): void {
  // Nobody who keeps a site again wants nothing of it.
  keptAt(id, here(mirror)).write(mirror, typeof keep === 'string' ? null : keep);
  keptBeforeAnywhere(id).write(mirror, null);
}

/** The categories that were chosen when this site was last kept; null if it was kept whole, or never. */
export function keptBefore(mirror: Pick<Mirror, 'setting'>, site: SiteId): Exclude<Keep, string> | null {
  const stored = keptAt(site, here(mirror)).read(mirror) ?? keptBeforeAnywhere(site).read(mirror);
  if (!Array.isArray(stored)) return null;
  const categories = stored.flatMap((each: unknown) => parseCategory(each) ?? []);
  return categories.length === 0 ? null : categories;
}
