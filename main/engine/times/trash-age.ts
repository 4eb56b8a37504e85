const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Trash and parts of downloads are kept for so long (rule 4), ms. */
const TRASH_KEPT = 30 * DAY;
/** A clock that is set by less than this, ms, still runs evenly: beside 30 days it makes no difference. */
const SET_RIGHT = DAY;
/** Noted so often, ms. */
const NOTED_EVERY = HOUR;

/** Since when the clock has run evenly, and when it was last looked at, epoch ms. */
export interface EvenClock {
  readonly since: number;
  readonly seen: number;
  /** How far the service's clock goes ahead of it, ms, and since when it does, epoch ms; null: not heard. */
  readonly service: { readonly ahead: number; readonly since: number } | null;
}

/**
 * What is known of the clock after a look at it. If it went back, or ahead by more than trash is kept, it was wrong before or
 * is wrong now, and what bears its times may be of any age. A computer that was off for so long looks the same: which it was
 * the service's clock tells, when it is heard.
 */
export function lookAtClock(before: EvenClock | null, now: number): EvenClock {
  if (before === null || now < before.seen - SET_RIGHT) return { since: now, seen: now, service: null };
  if (now > before.seen + TRASH_KEPT) return { ...before, since: now, seen: now };
  return Math.abs(now - before.seen) < NOTED_EVERY ? before : { ...before, seen: now };
}

/**
 * What is known of it once the service has said what time it is there (`there`, epoch ms). If the two clocks are as far apart
 * as before, neither was set, and the time that they say has passed has passed. If not, one of them was set; nobody knows
 * which.
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
 * What is older may be purged, epoch ms; null: nothing. When the clock has run evenly for as long as trash is kept, what
 * was there before is as old at least, whatever time it bears, and what came since bears the right one.
 */
export function purgeBefore({ since }: EvenClock, now: number): number | null {
  return now - since < TRASH_KEPT ? null : now - TRASH_KEPT;
}
