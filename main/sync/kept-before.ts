import { parseCategory, type Keep } from '../../shared/model/category.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { FollowedSite, Mirror } from './ports/mirror.ts';
import { SETTINGS } from './setting-keys.ts';

/** Two services may have sites of one id. */
const keyOf = (mirror: Pick<Mirror, 'setting'>, site: SiteId): string =>
  `kept-before ${site} ${mirror.setting(SETTINGS.baseUrl) ?? ''}`;
/** As it was before that counted: used until the site is given up once more. */
const oldKeyOf = (site: SiteId): string => `kept-before ${site}`;

/** A site is kept no more: who keeps it again means what was chosen of it, not all that the service has. */
export function rememberKeep(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  { id, keep }: FollowedSite,
): void {
  // To keep nothing of it is no choice that somebody comes back for.
  mirror.setSetting(keyOf(mirror, id), typeof keep === 'string' ? null : JSON.stringify(keep));
  mirror.setSetting(oldKeyOf(id), null);
}

/** The categories that were kept of this service's site when it was kept last; null where that was all, or never. */
export function keptBefore(mirror: Pick<Mirror, 'setting'>, site: SiteId): Exclude<Keep, string> | null {
  const stored: unknown = JSON.parse(
    mirror.setting(keyOf(mirror, site)) ?? mirror.setting(oldKeyOf(site)) ?? 'null',
  );
  if (!Array.isArray(stored)) return null;
  const categories = stored.flatMap((each: unknown) => parseCategory(each) ?? []);
  return categories.length === 0 ? null : categories;
}
