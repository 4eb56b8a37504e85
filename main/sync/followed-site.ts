import type { FollowedSite, Mirror } from './ports/mirror.ts';

/** The site of that id, where it is kept on this computer. */
export function followedSite(mirror: Pick<Mirror, 'followed'>, id: string): FollowedSite | null {
  return mirror.followed().find((site) => site.id === id) ?? null;
}
