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
/**
 * A failure that asks to be tried again at once is, this often. After that something keeps changing, and the item has
 * to wait.
 */
const TRIES_AT_ONCE = 3;
/**
 * From this many tries on the wait grows no longer. For a full disk or a file that is open in a program it is then
 * some two minutes. For a file here that could not be read it is ten: when the person is given the right to, nothing
 * else that is known of it changes. For missing rights, which somebody will give for many files at once, it is an hour.
 */
const MOST_TRIES: ReadonlyMap<Failure['code'], number> = new Map<Failure['code'], number>([
  ['disk-full', 2],
  ['in-use', 2],
  ['unreadable', 3],
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
 * When an item that failed is due again, epoch ms; null if time does not help, so that it waits for a change of the
 * file.
 *
 * While the service cannot be reached, or refuses the token, no item has a failure of its own. An item that could not
 * reach it although others did (a failed name look-up, a proxy that hung) is tried again by itself. So is one that
 * met a full disk, a file that is open in a program, or missing rights: all of these may end without a change of the
 * file, and trying costs little.
 *
 * @param tries how often it has failed, this time included
 * @param now epoch ms
 * @param random from 0 up to 1
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
      // All items that wait for the service to recover are tried at the same time; else each of them would be a probe
      // of its own.
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

/**
 * The wait that the service asked for, ms; null if it named none. It is never shortened, but made a little longer so
 * that not all clients return at once, and ends after a day at the latest.
 */
function askedDelay(retryAfterMs: number | undefined, random: number): number | null {
  if (retryAfterMs === undefined || !(retryAfterMs >= 0)) return null;
  const asked = Math.min(Math.max(retryAfterMs, SECOND), LONGEST_DELAY);
  return Math.round(asked * (1 + JITTER * random));
}

/**
 * May an item that failed be tried again? `state` describes it as it is now: if that differs from how it failed, the
 * wait is over.
 *
 * @param attempt `since`: when it failed first, epoch ms. If that is yet to come, the clock was set back since, as after a
 *   start with the time of another zone, and the wait would last longer by as much.
 */
export function isDue(
  attempt: { readonly nextAt: number | null; readonly since: number; readonly state: string },
  state: string,
  now: number,
): boolean {
  if (attempt.state !== state) return true;
  if (attempt.nextAt === null) return false;
  // No wait is longer than a day.
  return now < attempt.since || hasCome(attempt.nextAt, now, DAY);
}
