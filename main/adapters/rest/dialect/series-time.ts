/**
 * Times as services write them. Numbers count from 1970 in s, ms, µs or ns; text is ISO 8601, in UTC where it names no
 * zone (the contract's times are UTC), or such a number as digits.
 */
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const NUMBER = /^-?\d{9,}(\.\d+)?$|^-?\d+\.\d+$|^0$/;

/** A raw time: a number still in its unit, or `ms` already settled by text. Null: no time at all. NaN: not readable. */
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
  // JavaScript reads three digits of a fraction and wants a colon in the zone.
  const clock = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  return Date.parse(`${date}T${clock}${fullZone(zone)}`);
}

function fullZone(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z';
  const digits = zone.replace(':', '');
  return `${digits.slice(0, 3)}:${digits.slice(3) || '00'}`;
}

/** Milliseconds per unit, from the largest number of a reply: 10^11 s is the year 5138, 10^11 ms is 1973. */
export function unitOf(largest: number): number {
  if (largest < 1e11) return 1000;
  if (largest < 1e14) return 1;
  return largest < 1e17 ? 1e-3 : 1e-6;
}
