import type { SeriesPlace } from '../../../../series/ports.ts';
import type { Connection } from '../../connection.ts';
import { whole } from '../../row.ts';

/** Condition that selects the days of a series from one up to but not including another; takes its key and day, twice. */
export const DAYS_OF_SERIES = 'row >= (? << 20) + 524288 + ? AND row < (? << 20) + 524288 + ?';

/** Expression for the row of a day; takes the series' key and the day. */
export const ROW_OF_DAY = '(? << 20) + 524288 + ?';

/** Days that fit into a row's number: some 1,400 years before and after 1970. */
export const FIRST_DAY = -524_288;
export const END_DAY = 524_288;

export type FindSeries = (place: SeriesPlace, id: string) => number | null;

export function findSeries(db: Connection): FindSeries {
  const select = db.query('SELECT key FROM series WHERE origin = ? AND site = ? AND id = ?', ([key]) =>
    whole(key),
  );
  return ({ origin, site }, id) => select.get(origin, site, id);
}
