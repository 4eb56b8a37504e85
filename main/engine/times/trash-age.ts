const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Trash and parts of downloads are kept for this long (rule 4), ms. */
const TRASH_KEPT = 30 * DAY;
/**
 * A clock that was set by less than this, ms, still counts as running evenly: beside 30 days it makes no difference.
 */
const SET_RIGHT = DAY;
/** How often the time is noted, ms. */
const NOTED_EVERY = HOUR;

/**
 * What is known of this computer's clock: it has run evenly `since` then, and was last looked at when it showed
 * `seen` (epoch ms).
 */
export interface EvenClock {
  readonly since: number;
  readonly seen: number;
  /**
   * How far the service's clock is ahead of it, ms, and since when by that much, epoch ms; null until the service
   * told its time.
   */
  readonly service: { readonly ahead: number; readonly since: number } | null;
}

/**
 * What is known of the clock after a look at it. If it went back, or ahead by more than trash is kept, it was wrong
 * before or is wrong now, so the times of the trash prove nothing. A computer that was switched off for that long
 * looks the same. Only the service's clock can tell the two apart, once it is heard.
 */
export function lookAtClock(before: EvenClock | null, now: number): EvenClock {
  if (before === null || now < before.seen - SET_RIGHT) return { since: now, seen: now, service: null };
  if (now > before.seen + TRASH_KEPT) return { ...before, since: now, seen: now };
  return Math.abs(now - before.seen) < NOTED_EVERY ? before : { ...before, seen: now };
}

/**
 * What is known of the clock once the service has told its own time (`there`, epoch ms). If the two are as far apart
 * as before, neither was set, so as much time has really passed as they show. If not, one of them was set, and nobody
 * knows which.
 */
export function compareClocks(clock: EvenClock, now: number, there: number): EvenClock {
  const ahead = there - now;
  const { since, service } = clock;
  if (service === null) return { ...clock, service: { ahead, since } };
  if (Math.abs(ahead - service.ahead) > SET_RIGHT)
    return { since: now, seen: now, service: { ahead, since: now } };
  return service.since < since ? { ...clock, since: service.since } : clock;
}

/**
 * Trash from before this moment may be purged, epoch ms; null: none may. Once the clock has run evenly for as long as
 * trash is kept, whatever was there before is at least that old, whatever its time says, and whatever came since has
 * the right time.
 */
export function purgeBefore({ since }: EvenClock, now: number): number | null {
  return now - since < TRASH_KEPT ? null : now - TRASH_KEPT;
}
