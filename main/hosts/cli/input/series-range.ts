import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { notTaken } from './misuse.ts';
import { DAY_MS } from '../../../series/day-blob.ts';
import { END_DAY, FIRST_DAY } from '../../../series/ports.ts';
import { LONGEST_MS } from '../../../../shared/series/longest.ts';
import { fullZone } from '../../../../shared/time/full-zone.ts';

const WEEK_MS = 7 * 86_400_000;

/** A half-open range in epoch ms. Without an end it reaches to now; without a start it is a week long. */
export function parseRange(
  fromText: string | undefined,
  toText: string | undefined,
  now: number,
): Result<{ readonly from: number; readonly to: number }> {
  const to = toText === undefined ? now : parseTime(toText);
  if (to === null) return fail(notTaken('--to', toText ?? ''));
  const from = fromText === undefined ? to - WEEK_MS : parseTime(fromText);
  if (from === null) return fail(notTaken('--from', fromText ?? ''));
  if (from >= to) return fail(toText === undefined ? notYet() : endsFirst());
  if (to - from > LONGEST_MS) return fail(tooLong());
  return from < FIRST_DAY * DAY_MS || to > END_DAY * DAY_MS ? fail(beyond()) : ok({ from, to });
}

/**
 * ISO 8601, also as `date -Ihours`, `date -Ins` (with a comma) and git write it. Without a zone it is UTC, like the
 * service's times, in whatever zone this computer is.
 */
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2})(?::(\d{2}(?::\d{2}(?:[.,]\d+)?)?))?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

/** Epoch ms; null if the text is no time. */
export function parseTime(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, date = '', hour = '00', rest = '00', zone = 'Z'] = match;
  const ms = Date.parse(`${date}T${hour}:${rest.replace(',', '.')}${fullZone(zone)}`);
  // Date would read 30 February as 2 March.
  return Number.isNaN(ms) || new Date(`${date}T00:00Z`).toISOString().slice(0, 10) !== date ? null : ms;
}

function beyond(): Failure {
  return {
    code: 'bad-input',
    message: 'Samples of before the year 535 or after 3404 cannot be kept.',
    hint: 'Look at the years of --from and --to.',
    retry: 'on-change',
  };
}

function endsFirst(): Failure {
  return {
    code: 'bad-input',
    message: 'The range ends before it begins: --from is not before --to.',
    hint: 'Give both in order, for example: --from 2026-03-01 --to 2026-03-29',
    retry: 'on-change',
  };
}

/** The range begins in the future, and no end was given that could be wrong. */
function notYet(): Failure {
  return {
    code: 'bad-input',
    message: '--from is still to come, and without --to the range ends now.',
    hint: 'Give a --from that has passed, or a --to after it.',
    retry: 'on-change',
  };
}

function tooLong(): Failure {
  return {
    code: 'bad-input',
    message: 'The range is longer than 100 years.',
    hint: 'Look at the years of --from and --to.',
    retry: 'on-change',
  };
}
