import { readTime } from './series-time.ts';

type Pairs = readonly (readonly unknown[])[];

/** How many pairs of a series are looked at, spread over all of them. */
const SAMPLE = 500;
/** The years in which a building is measured, 1980 to 2100, as seconds since 1970. */
const FIRST = 315_532_800;
const LAST = 4_102_444_800;
/** Seconds, ms, µs and ns. */
const UNITS = [1, 1e3, 1e6, 1e9];

/**
 * Does a reply give its points as `[value, time]`? All its series have the same order. It is decided by the series in
 * which, in most pairs, one member looks more like a time than the other; a meter's reading may look like one. If
 * nothing shows it, it is `[time, value]`.
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
  // One missing or wrong time must not turn all others around.
  return Number(counts.second > counts.looked / 2) - Number(counts.first > counts.looked / 2);
}

/** How much it looks like a time: 2 for text, 1 for a number that could count from 1970, 0 for anything else. */
function likeness(value: unknown): number {
  const time = readTime(value);
  if (time === null) return 0;
  if ('ms' in time) return Number.isNaN(time.ms) ? 0 : 2;
  return Number(UNITS.some((unit) => time.number >= FIRST * unit && time.number < LAST * unit));
}
