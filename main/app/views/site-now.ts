import { readSite, type SiteAsRead } from '../../sync/plan/planning.ts';
import { ignoreLines, ignoreText } from '../../sync/observe/site-ignore.ts';
import type { Disk } from '../../sync/ports/disk.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { coveredFolders } from './site-facts.ts';

/** What reading a site needs. */
export interface SiteParts {
  readonly mirror: Mirror;
  readonly disk: Disk;
  readonly env: Pick<Environment, 'platform' | 'device' | 'stamp' | 'now'>;
}

/** The files of a site that are not in step, and the policy for its files, as both sides were last seen. */
export async function siteNow({ mirror, disk, env }: SiteParts, site: FollowedSite): Promise<SiteAsRead> {
  const { listedAt, listingFault } = mirror.siteState(site.id);
  return readSite(mirror, {
    site,
    platform: env.platform,
    device: env.device,
    stamp: env.stamp(env.now()),
    ignore: ignoreLines(mirror),
    ignoreText: await ignoreText(disk, site.folder),
    unreadable: coveredFolders(mirror.attempts(site.id)),
    unlisted: [],
    forbidden: [],
    hidesFiles: false,
    underWay: [],
    listingComplete: listedAt !== null && listingFault === null,
  });
}
