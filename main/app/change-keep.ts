import { isKept, type Keep } from '../../shared/model/category.ts';
import type { FollowedSite } from '../sync/ports/mirror.ts';
import { likelyPlan } from './views/likely-plan.ts';
import { siteNow, type SiteParts } from './views/site-now.ts';

/**
 * What is kept of a site from now on. A file that is not wanted here may be missing: what was deleted while it was wanted,
 * and is to be deleted on the service, stays wanted until that is done.
 */
export async function changeKeep(parts: SiteParts, site: FollowedSite, keep: Keep): Promise<void> {
  const { mirror } = parts;
  const { trees, policy } = await siteNow(parts, site);
  for (const action of likelyPlan(trees, policy).actions) {
    if (action.kind === 'deleteRemote' && !isKept(keep, action.base.category))
      mirror.setPin(site.id, action.id, true);
  }
  mirror.follow({ ...site, keep });
}
