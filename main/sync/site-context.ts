import type { SiteId } from '../../shared/model/ids.ts';
import { pathKey } from '../../shared/model/rel-path.ts';
import { ignoreRules } from '../engine/ignore-rules.ts';
import type { Policy } from '../engine/policy.ts';
import type { SiteContext, SyncContext } from './context.ts';
import type { ScanReport } from './ports/disk.ts';
import type { FollowedSite } from './ports/mirror.ts';

/** The context of one site's cycle. */
export function siteContext(context: SyncContext, site: FollowedSite): SiteContext {
  const { mirror } = context;
  let listed: Promise<boolean> | null = null;
  return {
    ...context,
    site,
    siteName: mirror.site(site.id)?.name ?? site.id,
    made: new Map(),
    approved: { deletes: new Set() },
    siteIsListed: () => (listed ??= isListed(context, site.id)),
    wanted: ({ id, category }) => {
      const pinned = mirror.pins(site.id).get(id);
      if (pinned !== undefined) return pinned;
      return site.keep === 'all' || (site.keep !== 'none' && site.keep.includes(category));
    },
  };
}

/** Does the service's list still name the site? Anything but a plain yes counts as no (rule 3). */
async function isListed(context: SyncContext, id: SiteId): Promise<boolean> {
  for (let offset = 0; ;) {
    const page = await context.service.sitesPage(offset, context.settings.pageSize, {
      signal: context.signal,
    });
    if (!page.ok) return false;
    if (page.value.items.some((site) => site.id === id)) return true;
    const next = page.value.next?.offset ?? null;
    if (next === null || next <= offset || page.value.items.length === 0) return false;
    offset = next;
  }
}

/** What planning has to know of this site now. */
export function policyOf(context: SiteContext, scan: ScanReport, listedOnce: boolean): Policy {
  const { mirror, env, site, settings } = context;
  const pins = mirror.pins(site.id);
  const chosen = mirror.chosenCategories(site.id);
  return {
    platform: env.platform,
    wanted: ({ id, category }) =>
      pins.get(id) ?? (site.keep === 'all' || (site.keep !== 'none' && site.keep.includes(category))),
    ignored: ignoreRules(settings.ignore, scan.ignoreText).ignoresAnywhere,
    unreadable: scan.unreadable.map((entry) => entry.folder),
    chosenCategory: (path) => chosen.get(pathKey(path)) ?? null,
    listedOnce,
    intents: mirror.intents(site.id),
    stamp: env.stamp(env.now()),
    device: env.device,
  };
}
