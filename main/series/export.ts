import type { SiteId } from '../../shared/model/ids.ts';
import { csvHead, csvRows, type CsvColumn, type CsvHeading } from '../../shared/series/csv.ts';
import { ZoneClock } from '../../shared/time/zone-clock.ts';
import { placeOf, type SeriesContext } from './context.ts';
import type { Range } from './coverage.ts';
import { DAY_MS, dayOf } from './day-blob.ts';
import { Breather } from './breather.ts';
import { readSeries } from './read.ts';

/** Samples in one piece of text, some megabytes. */
const SAMPLES = 50_000;

/** The table of a range. */
interface SeriesTable {
  readonly site: SiteId;
  readonly series: readonly CsvHeading[];
  readonly range: Range;
  /** Of the site, for its column of local time. */
  readonly zone: string;
}

export interface ExportPiece {
  readonly text: string;
  /** Where the next piece begins; null: this was the last. */
  readonly next: number | null;
  /** In this piece, of all series. */
  readonly samples: number;
  /** About how many the whole range holds, told with the first piece; null with the others. */
  readonly of: number | null;
}

/**
 * One piece of the table of every sample that is here of a range. The first (`at` null) begins with the header. Nothing
 * is fetched, so that all pieces are of the same moment as the chart, and the table breaks off nowhere.
 */
export async function exportPiece(
  context: SeriesContext,
  { site, series, range, zone }: SeriesTable,
  at: number | null,
  signal: AbortSignal,
): Promise<ExportPiece> {
  const from = Math.max(range.from, at ?? range.from);
  const ids = series.map(({ id }) => id);
  const to = endOfPiece(context, site, ids, { from, to: range.to });
  const answer = await readSeries(
    context,
    { site, ids, from, to },
    { maxPoints: null, fetch: false, signal },
  );
  const columns: CsvColumn[] = series.flatMap((heading) => {
    const found = answer.series.find(({ id }) => id === heading.id);
    return found === undefined ? [] : [{ ...heading, times: found.times, values: found.values }];
  });
  const breather = new Breather(context.env);
  let text = at === null ? csvHead(columns, zone) : '';
  for (const rows of csvRows(columns, new ZoneClock(zone))) {
    text += rows;
    await breather.breathe();
  }
  return {
    text,
    next: to < range.to ? to : null,
    samples: columns.reduce((sum, { times }) => sum + times.length, 0),
    of: at === null ? await samplesIn(context, site, ids, range, breather) : null,
  };
}

/** Counted without reading any: of a day that is in the range for a part, as if its samples were evenly apart. */
async function samplesIn(
  context: SeriesContext,
  site: SiteId,
  ids: readonly string[],
  { from, to }: Range,
  breather: Breather,
): Promise<number> {
  let sum = 0;
  for (let day = dayOf(from); day * DAY_MS < to; day += FIRST_DAYS) {
    const end = Math.min(day + FIRST_DAYS, dayOf(to - 1) + 1);
    for (const id of ids)
      for (const { count, firstAt, lastAt } of context.store.heads(placeOf(context, site), id, day, end)) {
        const inRange = Math.max(0, Math.min(to - 1, lastAt) - Math.max(from, firstAt) + 1);
        sum += count * (inRange / (lastAt - firstAt + 1));
      }
    await breather.breathe();
  }
  return Math.round(sum);
}

/** Days that are looked at first; of a series that says little, twice as many each time. */
const FIRST_DAYS = 32;

/** As many days as hold the samples of a piece; of a day that holds more, a part. */
function endOfPiece(
  context: SeriesContext,
  site: SiteId,
  ids: readonly string[],
  { from, to }: Range,
): number {
  let sum = 0;
  let days = FIRST_DAYS;
  for (let day = dayOf(from); day * DAY_MS < to; days *= 2) {
    // What is left of ten years is not looked at once more for each piece.
    const end = Math.min(day + days, dayOf(to - 1) + 1);
    for (const [each, count] of countsOf(context, site, ids, day, end)) {
      sum += count;
      if (sum <= SAMPLES) continue;
      const start = each * DAY_MS;
      if (start > from) return Math.min(start, to);
      return Math.min(from + Math.ceil(DAY_MS / Math.ceil(count / SAMPLES)), start + DAY_MS, to);
    }
    day = end;
  }
  return to;
}

/** Samples of all of them, by day, in order; from `from` up to but not including `end`. */
function countsOf(
  context: SeriesContext,
  site: SiteId,
  ids: readonly string[],
  from: number,
  end: number,
): readonly (readonly [day: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const id of ids)
    for (const { day, count } of context.store.heads(placeOf(context, site), id, from, end))
      counts.set(day, (counts.get(day) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b);
}
