import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import type { Keep } from '../../../shared/model/category.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import { knownZone } from '../../../shared/time/zone.ts';
import { keptBefore } from '../../sync/following/kept-before.ts';
import { nameOf } from '../../sync/following/site-name.ts';
import type { AppContext } from '../context.ts';
import { compareText } from '../views/file-query.ts';
import type { SiteCounts } from '../views/views.ts';

/** What the list of sites shows of each: of one that is kept from its trees, of any other what was measured of it. */
export function siteSummaries(
  app: Pick<AppContext, 'mirror'>,
  countsOf: ReadonlyMap<SiteId, SiteCounts>,
  measured: ReadonlyMap<SiteId, readonly CategoryCount[]>,
): SiteSummary[] {
  const followed = new Map(app.mirror.followed().map((site) => [site.id, site]));
  const listed = app.mirror.sites();
  const known = new Set(listed.map((site) => site.id));
  // A site that the service no longer lists is still shown while its folder is kept.
  const orphans = [...followed.values()]
    .filter(({ id }) => !known.has(id))
    .map((kept) => bareSite(kept.id, nameOf(app, kept)));
  const inOrder = [...listed, ...orphans].sort((a, b) => compareText(a.name, b.name));
  return inOrder.map((site): SiteSummary => {
    const kept = followed.get(site.id);
    const counts = countsOf.get(site.id);
    return {
      ...site,
      timezone: knownZone(site.timezone),
      hasPhoto: site.photoUrl !== null,
      followed:
        kept === undefined ? null : { folder: kept.folder, keep: copyOf(kept.keep), paused: kept.paused },
      keptBefore: kept === undefined ? mutable(keptBefore(app.mirror, site.id)) : null,
      categories: mutable((kept === undefined ? measured.get(site.id) : counts?.categories) ?? null),
      pending: counts?.pending ?? 0,
      issues: counts?.issues ?? 0,
      conflicts: counts?.conflicts ?? 0,
      held: counts?.held ?? 0,
      folderAway: counts?.folderAway ?? false,
      trouble:
        counts?.trouble ??
        (kept !== undefined && !known.has(site.id) ? 'The service no longer lists this site.' : null),
      listedAt: counts?.listedAt ?? null,
      syncedAt: counts?.syncedAt ?? null,
    };
  });
}

function mutable<T>(list: readonly T[] | null): T[] | null {
  return list === null ? null : [...list];
}

function copyOf(keep: Keep): Exclude<SiteSummary['followed'], null>['keep'] {
  return typeof keep === 'string' ? keep : [...keep];
}

function bareSite(id: SiteId, name: string): Site {
  return {
    id,
    name,
    organization: null,
    photoUrl: null,
    createdAt: null,
    address: null,
    latitude: null,
    longitude: null,
    city: null,
    country: null,
    countryCode: null,
    timezone: null,
    graphUri: null,
  };
}
