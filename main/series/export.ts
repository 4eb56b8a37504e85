import type { SiteId } from '../../shared/model/ids.ts';
import { csvHead, csvRows, type CsvColumn } from '../../shared/series/csv.ts';
import { ZoneClock } from '../../shared/time/zone-clock.ts';
import { placeOf, type SeriesContext } from './context.ts';
import type { Range } from './coverage.ts';
import { DAY_MS, dayOf } from './day-blob.ts';
import { Pauses } from './pauses.ts';
import { readSeries } from './read.ts';

/** Samples in one piece of text, some megabytes. */
const SAMPLES = 50_000;

export interface ExportedSeries {
  readonly id: string;
  readonly unit: string | null;
}

/** The table of a range. */
interface SeriesTable {
  readonly site: SiteId;
  readonly series: readonly ExportedSeries[];
  readonly range: Range;
  /** Of the site, for its column of local time. */
  readonly zone: string;
}

export interface ExportPiece {
  readonly text: string;
  /** Where the next piece begins; null: this was the last. */
  readonly next: number | null;
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
  const columns: CsvColumn[] = series.flatMap(({ id, unit }) => {
    const found = answer.series.find((each) => each.id === id);
    return found === undefined ? [] : [{ id, unit, times: found.times, values: found.values }];
  });
  const pauses = new Pauses(context.env);
  let text = at === null ? csvHead(columns, zone) : '';
  for (const rows of csvRows(columns, new ZoneClock(zone))) {
    text += rows;
    await pauses.breathe();
  }
  return { text, next: to < range.to ? to : null };
}

/** As many days as hold the samples of a piece; of a day that holds more, a part. */
function endOfPiece(
  context: SeriesContext,
  site: SiteId,
  ids: readonly string[],
  { from, to }: Range,
): number {
  if (from >= to) return to;
  const counts = new Map<number, number>();
  for (const id of ids) {
    for (const { day, count } of context.store.heads(
      placeOf(context, site),
      id,
      dayOf(from),
      dayOf(to - 1) + 1,
    )) {
      counts.set(day, (counts.get(day) ?? 0) + count);
    }
  }
  let sum = 0;
  for (const [day, count] of [...counts].sort(([a], [b]) => a - b)) {
    sum += count;
    if (sum <= SAMPLES) continue;
    const start = day * DAY_MS;
    if (start > from) return Math.min(start, to);
    return Math.min(from + Math.ceil(DAY_MS / Math.ceil(count / SAMPLES)), start + DAY_MS, to);
  }
  return to;
}
