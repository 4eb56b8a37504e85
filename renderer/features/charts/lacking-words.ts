import { text } from '../../text/setup.ts';
import { format } from '../../ui/format.ts';
import type { Range } from './time/range.ts';
import { neverFetched, type SeriesView } from './plot/series-view.ts';
import { rangeText } from './time/time-words.ts';

/** Stretches that are named; of many, how many more there are tells enough. */
const TOLD = 2;

/** What of a range was never fetched of at least one of the series, in words; null where that is nothing. */
export function lackingWords(
  series: readonly SeriesView[],
  range: Range,
  zone: string,
  now: number,
): string | null {
  const asked = { from: range.from, to: Math.min(range.to, now) };
  // A live chart always lacks the last moments.
  const least = (range.to - range.from) / 500;
  const lacking = neverFetched(series, asked).filter(({ from, to }) => to - from > least);
  if (lacking.length === 0) return null;
  const told = lacking.slice(0, TOLD).map((span) => rangeText(span, zone, now));
  const more = lacking.length - told.length;
  return format.list([...told, ...(more > 0 ? [text('charts.notFetchedMore', { count: more })] : [])]);
}
