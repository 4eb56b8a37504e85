import { twoDigits } from '../../../../shared/time/two-digits.ts';
import { offsetText, wallOf } from '../../../../shared/time/zone.ts';
import { LOCALE } from '../../../text/locale.ts';
import type { Range } from './range.ts';

const DAY = 86_400_000;
const names = new Map<string, Intl.DateTimeFormat>();

/** `CET`, `GMT+2`: what the zone calls its time at an instant. */
export function zoneName(at: number, zone: string): string {
  let format = names.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: 'short' });
    names.set(zone, format);
  }
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? offsetText(at, zone);
}

/** The names of a stretch across a change of the clock: `CET/CEST`. */
export function zoneNames({ from, to }: Range, zone: string): string {
  return [...new Set([zoneName(from, zone), zoneName(to, zone)])].join('/');
}

/** Wall times are formatted as if they were UTC, so that no zone of this computer can come in. */
export function wallFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' });
}

const day = wallFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const dayYear = wallFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const date = wallFormat({ day: 'numeric', month: 'short' });
const dateYear = wallFormat({ day: 'numeric', month: 'short', year: 'numeric' });

function clockOf(wall: number): string {
  const at = new Date(wall);
  const [seconds, ms] = [at.getUTCSeconds(), at.getUTCMilliseconds()];
  const minutes = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
  if (seconds === 0 && ms === 0) return minutes;
  // As text: the sum 3 + 0.272 is 3.2720000000000002.
  const fraction = `${ms / 1000}`.slice(1);
  return `${minutes}:${twoDigits(seconds)}${fraction}`;
}

/** What a stretch is told to: nobody who drew a day and a half with the pointer meant its milliseconds. */
function finenessOf({ from, to }: Range): number {
  if (to - from >= 600_000) return 60_000;
  return to - from >= 10_000 ? 1000 : 1;
}

/** `Fri 13 Nov 13:15 CET`, with the year unless it is the current one: no moment is ambiguous. */
export function momentText(at: number, zone: string, now: number): string {
  const wall = wallOf(at, zone);
  const thisYear = new Date(wall).getUTCFullYear() === new Date(wallOf(now, zone)).getUTCFullYear();
  return `${(thisYear ? day : dayYear).format(wall)} ${clockOf(wall)} ${zoneName(at, zone)}`;
}

/** `10 – 17 Nov`, `13 Nov 08:00 – 12:30`: the stretch in view, short. */
export function rangeText(range: Range, zone: string, now: number): string {
  const { from, to } = range;
  const fineness = finenessOf(range);
  const wall = (at: number): number => Math.floor(wallOf(at, zone) / fineness) * fineness;
  const [start, end] = [wall(from), wall(to)];
  const year = (of: number): number => new Date(of).getUTCFullYear();
  const withYear = year(start) !== year(end) || year(end) !== year(wallOf(now, zone));
  const dates = withYear ? dateYear : date;
  if (to - from > 2 * DAY) return dates.formatRange(start, end);
  const sameDay = Math.floor(start / DAY) === Math.floor(end / DAY);
  const last = sameDay ? clockOf(end) : `${dates.format(end)} ${clockOf(end)}`;
  return `${dates.format(start)} ${clockOf(start)} – ${last}`;
}

/** `2026-11-13 13:15`: how a moment is typed. */
export function typedText(at: number, zone: string): string {
  return new Date(wallOf(at, zone)).toISOString().slice(0, 16).replace('T', ' ');
}
