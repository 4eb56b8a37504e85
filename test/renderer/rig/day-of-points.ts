import type { Store } from '../../service/store/store.ts';

const MINUTE = 60_000;

/**
 * A site in Berlin, its points as rows of `label,equipment,unit,timeseries_id`, and of each timeseries the values of the
 * last day, one in a quarter of an hour.
 */
export function seedDayOfPoints(
  store: Store,
  site: string,
  rows: readonly string[],
  values: Readonly<Record<string, (at: number) => number>>,
): void {
  store.addSite({ id: site, name: 'Harbour House', timezone: 'Europe/Berlin' });
  store.addFile(site, {
    name: 'points.csv',
    category: 'kg-csv',
    content: ['label,equipment,unit,timeseries_id', ...rows, ''].join('\n'),
  });
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const day = Array.from({ length: 96 }, (_, at) => now - (96 - at) * 15 * MINUTE);
  for (const [id, value] of Object.entries(values))
    store.addPoints(
      site,
      id,
      day.map((time, at): [number, number] => [time, value(at)]),
    );
}
