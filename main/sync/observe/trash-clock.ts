import { compareClocks, lookAtClock, purgeBefore, type EvenClock } from '../../engine/times/trash-age.ts';
import type { SyncContext } from '../context.ts';
import type { Mirror } from '../ports/mirror.ts';
import type { FollowedSite } from '../ports/mirror/sites.ts';
import { SITE_SETTINGS } from '../settings/settings.ts';

/** Looks at the clock in every cycle, also without a network: files go into the trash under its times. */
export function noteClock({ env, mirror }: SyncContext, site: FollowedSite): void {
  const before = read(mirror, site);
  save(mirror, site, before, lookAtClock(before, env.now()));
}

/** Purges what was kept long enough, if that is certain. To be called just after the service has answered. */
export async function purgeTrash(context: SyncContext, site: FollowedSite): Promise<void> {
  const { disk, env, mirror, service, stopping } = context;
  const noted = read(mirror, site);
  if (noted === null) return;
  const there = service.time;
  const clock = there === null ? noted : compareClocks(noted, env.now(), there);
  save(mirror, site, noted, clock);
  const before = purgeBefore(clock, env.now());
  if (before !== null) await disk.purge(site.folder, before, stopping);
}

function read(mirror: Mirror, site: FollowedSite): EvenClock | null {
  return parse(SITE_SETTINGS.trashClock(site.id).read(mirror));
}

function save(mirror: Mirror, site: FollowedSite, before: EvenClock | null, clock: EvenClock): void {
  if (clock === before) return;
  const { since, seen, service } = clock;
  const numbers = service === null ? [since, seen] : [since, seen, service.ahead, service.since];
  SITE_SETTINGS.trashClock(site.id).write(mirror, numbers.join(' '));
}

/** There are only two numbers if an earlier version wrote them, or the service had not told its time. */
function parse(text: string | null): EvenClock | null {
  const [since = Number.NaN, seen = Number.NaN, ahead = Number.NaN, sinceThere = Number.NaN] = (text ?? '')
    .split(' ')
    .map(Number);
  if (!Number.isFinite(since) || !Number.isFinite(seen)) return null;
  const isHeard = Number.isFinite(ahead) && Number.isFinite(sinceThere);
  return { since, seen, service: isHeard ? { ahead, since: sinceThere } : null };
}
