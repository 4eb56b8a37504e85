import type { SeriesPlace } from '../../../../series/ports.ts';
import type { Connection } from '../../connection.ts';
import { whole } from '../../row.ts';

/** SQL condition for the days of a series in a half-open range. Parameters: its key and a day, twice. */
export const DAYS_OF_SERIES = 'row >= (? << 20) + 524288 + ? AND row < (? << 20) + 524288 + ?';

/** SQL expression for the row of a day, between FIRST_DAY and END_DAY. Parameters: the series' key and the day. */
export const ROW_OF_DAY = '(? << 20) + 524288 + ?';

export type FindSeries = (place: SeriesPlace, id: string) => number | null;

export function findSeries(db: Connection): FindSeries {
  const select = db.query('SELECT key FROM series WHERE origin = ? AND site = ? AND id = ?', ([key]) =>
    whole(key),
  );
  return ({ origin, site }, id) => select.get(origin, site, id);
}
