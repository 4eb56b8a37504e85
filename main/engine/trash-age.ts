const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Trash and parts of downloads are kept for so long (rule 4), ms. */
export const TRASH_KEPT = 30 * DAY;
/** So far back a clock goes when it is set right, ms: it changes nothing in what 30 days are. */
const SET_RIGHT = DAY;
/** Noted so often, ms. */
const NOTED_EVERY = HOUR;

/** Since when the clock has run evenly, and when it was last looked at, epoch ms. */
export interface EvenClock {
  readonly since: number;
  readonly seen: number;
}

/**
 * What is known of the clock after a look at it. One that went back, or further on than anything is kept, may have been
 * wrong before or be wrong now: what bears its times may be of any age.
 */
export function lookAtClock(before: EvenClock | null, now: number): EvenClock {
  if (before === null || now < before.seen - SET_RIGHT || now > before.seen + TRASH_KEPT)
    return { since: now, seen: now };
  return Math.abs(now - before.seen) < NOTED_EVERY ? before : { since: before.since, seen: now };
}

/**
 * What is older may be purged, epoch ms; null: nothing. When the clock has run evenly for as long as trash is kept, what
 * was there before is as old at least, whatever time it bears, and what came since bears the right one.
 */
export function purgeBefore({ since }: EvenClock, now: number): number | null {
  return now - since < TRASH_KEPT ? null : now - TRASH_KEPT;
}
