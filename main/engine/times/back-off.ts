import type { Failure } from '../../../shared/failure.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { hasCome } from './due.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const FIRST_DELAY = 25 * SECOND;
const GROWTH = 5;
/** Jitter spreads the tries of many clients by a fifth to either side. */
const JITTER = 0.2;
/** Even with the longest jitter no item waits for more than a day. */
const LONGEST_DELAY = DAY / (1 + JITTER);
/** "Plan again at once" is taken at its word this often; then something keeps changing, and waiting is due. */
const TRIES_AT_ONCE = 3;
/**
 * From this many tries on the wait grows no more. For the disk, or for a program that has the file open: some two minutes.
 * For rights, which somebody gives for many files at a time: an hour.
 */
const MOST_TRIES: ReadonlyMap<Failure['code'], number> = new Map<Failure['code'], number>([
  ['disk-full', 2],
  ['in-use', 2],
  ['no-access', 4],
]);

/**
 * Milliseconds until the next try: 25 s, five times longer each time, to 24 h, each with jitter.
 *
 * @param tries how often it has failed, from 1
 * @param random from 0 up to 1
 */
export function nextDelay(tries: number, random: number): number {
  // The exponent is bounded so that a mirror full of old tries never yields Infinity.
  const steps = Math.min(Math.max(tries - 1, 0), 16);
  const delay = Math.min(FIRST_DELAY * GROWTH ** steps, LONGEST_DELAY);
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}

/**
 * When an item that failed is due again, in epoch milliseconds; null where time does not help and it waits for a change.
 * While the service is not reached, or refuses the token, no item has a failure of its own: one that could not be reached
 * although others were (a name looked up in vain, a proxy that hung) is tried again by itself. Room on a full disk may
 * come at any time, a program may let a file go without a change of it, and rights are given by others; to look costs little.
 *
 * @param tries how often it has failed, this time included
 */
export function retryAt(
  failure: Pick<Failure, 'code' | 'reason' | 'retry' | 'retryAfterMs'>,
  tries: number,
  now: number,
  random: number,
): number | null {
  switch (failure.retry) {
    case 'now':
      return tries <= TRIES_AT_ONCE ? now : now + nextDelay(tries - TRIES_AT_ONCE, random);
    case 'later':
    case 'on-connect':
    case 'on-sign-in': {
      // All that wait for the same are tried at the same time, or each of them would be a probe of its own.
      if (failure.reason === 'fails-at-all') return now + (failure.retryAfterMs ?? nextDelay(1, random));
      const step = Math.min(tries, MOST_TRIES.get(failure.code) ?? tries);
      return now + (askedDelay(failure.retryAfterMs, random) ?? nextDelay(step, random));
    }
    case 'on-change':
      return null;
    default:
      return assertNever(failure.retry);
  }
}

/** What the service asked for: never less, a little more so that not all clients return at once, and a day at most. */
function askedDelay(retryAfterMs: number | undefined, random: number): number | null {
  if (retryAfterMs === undefined || !(retryAfterMs >= 0)) return null;
  const asked = Math.min(Math.max(retryAfterMs, SECOND), LONGEST_DELAY);
  return Math.round(asked * (1 + JITTER * random));
}

/** May an item that failed be tried again? `state` is what it looks like now: another text ends the wait. */
export function isDue(
  attempt: { readonly nextAt: number | null; readonly state: string },
  state: string,
  now: number,
): boolean {
  if (attempt.state !== state) return true;
  // No wait is longer than a day.
  return attempt.nextAt !== null && hasCome(attempt.nextAt, now, DAY);
}
