import { twoDigits } from './two-digits.ts';

/**
 * Clock time in any IANA zone, by Intl alone. Correct through both changes of daylight saving time, whatever zone the
 * computer is in. All instants are epoch milliseconds.
 */
const formats = new Map<string, Intl.DateTimeFormat>();
const unknown = new Set<string>();

/** The zone if Intl knows it, else null. The first call in a process waits 15 ms while Intl loads its data. */
export function knownZone(zone: string | null): string | null {
  if (zone === null || unknown.has(zone)) return null;
  try {
    formatOf(zone);
    return zone;
  } catch {
    // To make sure of it takes longer than of one that is known; no list of sites names so many.
    if (unknown.size < 1000) unknown.add(zone);
    return null;
  }
}

/** The zone if Intl knows it, else UTC. */
export function safeZone(zone: string | null): string {
  return knownZone(zone) ?? 'UTC';
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
export function offsetAt(at: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return wall - Math.floor(at / 1000) * 1000;
}

/** The instant at which the zone's clock shows this wall time. Of two, the first; where it shows none, just after. */
export function instantOf(wall: number, zone: string): number {
  // The offset before and after any change nearby; a change is never more than a day away from itself.
  const before = offsetAt(wall - DAY, zone);
  const after = offsetAt(wall + DAY, zone);
  const early = wall - before;
  if (offsetAt(early, zone) === before) return early;
  const late = wall - after;
  return offsetAt(late, zone) === after ? late : early;
}

/** Wall time in the zone as the milliseconds that UTC would have at that clock. */
export function wallOf(at: number, zone: string): number {
  return at + offsetAt(at, zone);
}

export type Unit = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Start of the hour, day, week (Monday), month or year in which an instant lies, by the zone's clock. */
export function startOf(unit: Unit, at: number, zone: string): number {
  const wall = new Date(wallOf(at, zone));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  switch (unit) {
    case 'hour':
      // By the instant: the hour that a change repeats is two hours.
      return at - (((wallOf(at, zone) % HOUR) + HOUR) % HOUR);
    case 'day':
      return instantOf(Date.UTC(year, month, day), zone);
    case 'week':
      return instantOf(Date.UTC(year, month, day - ((wall.getUTCDay() + 6) % 7)), zone);
    case 'month':
      return instantOf(Date.UTC(year, month), zone);
    case 'year':
      return instantOf(Date.UTC(year, 0), zone);
    default:
      return unit satisfies never;
  }
}

/** The start of a unit, so many units later by the calendar of the zone. */
export function addUnits(start: number, count: number, unit: Exclude<Unit, 'hour'>, zone: string): number {
  const wall = new Date(wallOf(start, zone));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const days = unit === 'day' ? count : unit === 'week' ? count * 7 : 0;
  const months = unit === 'month' ? count : unit === 'year' ? count * 12 : 0;
  return instantOf(Date.UTC(year, month + months, day + days), zone);
}

/** `+02:00`; `Z` is never used, so that columns line up. */
export function offsetText(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(at, zone) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** `2026-03-29T03:15:00+02:00`: the zone's clock with its offset, so that no hour is ambiguous. */
export function localIso(at: number, zone: string): string {
  const wall = new Date(wallOf(at, zone)).toISOString();
  const fraction = at % 1000 === 0 ? '' : wall.slice(19, 23);
  return `${wall.slice(0, 19)}${fraction}${offsetText(at, zone)}`;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
