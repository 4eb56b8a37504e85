import { fullZone } from '../../../../shared/time/full-zone.ts';

/**
 * Times as services write them. Numbers count from 1970 in s, ms, µs or ns. Text is ISO 8601, in UTC if it names no
 * zone (the contract's times are UTC), or such a number as digits.
 */
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const NUMBER = /^-?\d{9,}(\.\d+)?$|^-?\d+\.\d+$|^0$/;

/** A raw time: a number in an unknown unit, or `ms` if text has settled it. Null: no time at all. NaN: unreadable. */
export type RawTime = { readonly number: number } | { readonly ms: number } | null;

export function readTime(value: unknown): RawTime {
  if (typeof value === 'number') return { number: value };
  if (typeof value !== 'string') return value === null || value === undefined ? null : { ms: Number.NaN };
  const text = value.trim();
  if (text === '') return null;
  if (NUMBER.test(text)) return { number: Number(text) };
  return { ms: parseIso(text) };
}

function parseIso(text: string): number {
  const match = ISO.exec(text);
  if (match === null) return Number.NaN;
  const [, date, time = '00:00', zone = 'Z'] = match;
  // JavaScript reads three digits of a fraction, and wants a colon in the zone.
  const clock = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  return Date.parse(`${date}T${clock}${fullZone(zone)}`);
}

/** Milliseconds per unit: s, ms, µs, ns. */
const UNITS = [1000, 1, 1e-3, 1e-6] as const;

/**
 * Milliseconds per unit of the numbers in a reply. It is the unit with which most of them look like times of our days;
 * if there are several, the one with which most lie in the range that was asked for. A single number that is no time of
 * a sample, such as 9999-12-31, must not move all others out of the range, since what is missing counts as gone. The
 * range alone does not tell: today's seconds are milliseconds of January 1970.
 */
export function unitOf(
  numbers: Iterable<number>,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const inRange = UNITS.map(() => 0);
  const usual = UNITS.map(() => 0);
  for (const number of numbers) {
    const looks = usualUnit(Math.abs(number));
    usual[looks] = (usual[looks] ?? 0) + 1;
    for (const [at, unit] of UNITS.entries()) {
      const ms = Math.round(number * unit);
      if (ms >= from && ms < to) inRange[at] = (inRange[at] ?? 0) + 1;
    }
  }
  let best = 0;
  for (let at = 1; at < UNITS.length; at += 1) {
    const more = (usual[at] ?? 0) - (usual[best] ?? 0) || (inRange[at] ?? 0) - (inRange[best] ?? 0);
    if (more > 0) best = at;
  }
  return UNITS[best] ?? 1;
}

/** 10^11 s is the year 5138, 10^11 ms is 1973. */
function usualUnit(size: number): number {
  if (size < 1e11) return 0;
  if (size < 1e14) return 1;
  return size < 1e17 ? 2 : 3;
}
