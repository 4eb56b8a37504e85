import { parseCategory, type Keep } from '../../shared/model/category.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { FollowedSite, Mirror } from './ports/mirror.ts';

const keyOf = (site: SiteId): string => `kept-before ${site}`;

/** A site is kept no more: who keeps it again means what was chosen of it, not all that the service has. */
export function rememberKeep(mirror: Pick<Mirror, 'setSetting'>, { id, keep }: FollowedSite): void {
  // To keep nothing of it is no choice that somebody comes back for.
  mirror.setSetting(keyOf(id), typeof keep === 'string' ? null : JSON.stringify(keep));
}

/** The categories that were kept of a site when it was kept last; null where that was all, or never. */
export function keptBefore(mirror: Pick<Mirror, 'setting'>, site: SiteId): Exclude<Keep, string> | null {
  const stored: unknown = JSON.parse(mirror.setting(keyOf(site)) ?? 'null');
  if (!Array.isArray(stored)) return null;
  const categories = stored.flatMap((each: unknown) => parseCategory(each) ?? []);
  return categories.length === 0 ? null : categories;
}
