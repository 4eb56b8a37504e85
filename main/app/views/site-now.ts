import { readSite, type SiteAsRead } from '../../sync/plan/planning.ts';
import { ignoreLines, ignoreText } from '../../sync/observe/site-ignore.ts';
import type { Disk } from '../../sync/ports/disk.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { FollowedSite, Mirror } from '../../sync/ports/mirror.ts';
import { coveredFolders } from './site-facts.ts';

/** What a look at what is known here acts through. */
export interface SiteParts {
  readonly mirror: Mirror;
  readonly disk: Disk;
  readonly env: Pick<Environment, 'platform' | 'device' | 'stamp' | 'now'>;
}

/** What is not in step of a site, and what is asked of its files, as both sides were seen last. */
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
    listingComplete: listedAt !== null && listingFault === null,
  });
}
