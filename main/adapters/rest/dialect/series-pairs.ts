import { readTime } from './series-time.ts';

type Pairs = readonly (readonly unknown[])[];

/** Pairs of one series that are looked at, spread over all of them. */
const SAMPLE = 500;
/** The years in which a building is measured, 1980 to 2100, as seconds since 1970. */
const FIRST = 315_532_800;
const LAST = 4_102_444_800;
/** Seconds, ms, µs and ns. */
const UNITS = [1, 1e3, 1e6, 1e9];

/**
 * Does a reply give its points as `[value, time]`? One order holds for all of its series, and those tell it of which most
 * pairs have one member that is more of a time than the other: a meter's reading may look like one. Where none tells it
 * is `[time, value]`.
 */
export function isTimeSecond(series: readonly Pairs[]): boolean {
  return series.reduce((votes, pairs) => votes + orderOf(pairs), 0) > 0;
}

/** 1: the time is second; -1: it is first; 0: nobody knows. */
function orderOf(pairs: Pairs): number {
  const step = Math.ceil(pairs.length / SAMPLE);
  const counts = { first: 0, second: 0, looked: 0 };
  for (let at = 0; at < pairs.length; at += step) {
    const [one, other] = (pairs[at] ?? []).map(likeness);
    counts.looked += 1;
    if ((one ?? 0) > (other ?? 0)) counts.first += 1;
    if ((one ?? 0) < (other ?? 0)) counts.second += 1;
  }
  // A single time that is missing or wrong must not turn all others around.
  return Number(counts.second > counts.looked / 2) - Number(counts.first > counts.looked / 2);
}

/** How much like a time it is: 2 as text, 1 as a number that counts from 1970, 0 not at all. */
function likeness(value: unknown): number {
  const time = readTime(value);
  if (time === null) return 0;
  if ('ms' in time) return Number.isNaN(time.ms) ? 0 : 2;
  return Number(UNITS.some((unit) => time.number >= FIRST * unit && time.number < LAST * unit));
}
