import { lookAtClock, purgeBefore, type EvenClock } from '../engine/trash-age.ts';
import type { SyncContext } from './context.ts';
import type { FollowedSite } from './ports/mirror.ts';

/** Looks at the clock in each cycle: while there is no network, too, files go into the trash under its times. */
export function noteClock({ env, mirror }: SyncContext, site: FollowedSite): void {
  const key = keyOf(site);
  const before = parse(mirror.setting(key));
  const clock = lookAtClock(before, env.now());
  if (clock !== before) mirror.setSetting(key, `${clock.since} ${clock.seen}`);
}

/** Drops what was kept long enough; nothing while it is not certain how long that was. */
export async function purgeTrash(context: SyncContext, site: FollowedSite): Promise<void> {
  const { disk, env, mirror, stopping } = context;
  const clock = parse(mirror.setting(keyOf(site)));
  const before = clock === null ? null : purgeBefore(clock, env.now());
  if (before !== null) await disk.purge(site.folder, before, stopping);
}

function keyOf(site: FollowedSite): string {
  return `clock-of-trash:${site.id}`;
}

function parse(text: string | null): EvenClock | null {
  const [since = Number.NaN, seen = Number.NaN] = (text ?? '').split(' ').map(Number);
  return Number.isFinite(since) && Number.isFinite(seen) ? { since, seen } : null;
}
