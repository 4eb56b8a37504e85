import { readSite, type SiteAsRead } from '../../sync/plan/planning.ts';
import { ignoreLines, ignoreText } from '../../sync/observe/site-ignore.ts';
import type { Disk } from '../../sync/ports/disk.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { coveredFolders, questionOf } from './site-facts.ts';

/** What reading a site needs. */
export interface SiteParts {
  readonly mirror: Mirror;
  readonly disk: Disk;
  readonly env: Pick<Environment, 'platform' | 'device' | 'stamp' | 'now'>;
}

/** The files of a site that are not in step, and the policy for its files, as both sides were last seen. */
export async function siteNow({ mirror, disk, env }: SiteParts, site: FollowedSite): Promise<SiteAsRead> {
  const state = mirror.siteState(site.id);
  const text = await ignoreText(disk, site.folder);
  const covered = coveredFolders(mirror.attempts(site.id));
  const { platform, device } = env;
  const asked = { platform, device, ignore: ignoreLines(mirror), ignoreTexts: { [site.id]: text } };
  return readSite(mirror, { ...questionOf({ site, state, covered }, asked), stamp: env.stamp(env.now()) });
}
