import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';

/** The site with this id; null if it is not kept on this computer. */
export function followedSite(mirror: Pick<Mirror, 'followed'>, id: string): FollowedSite | null {
  return mirror.followed().find((site) => site.id === id) ?? null;
}
