import { lowerBound } from '../../../shared/series/search.ts';
import type { Range } from './time/range.ts';
import type { ChartLine } from './plot/line.ts';

export interface SampleRow {
  readonly at: number;
  /** One value per line; NaN if it has none at that moment. */
  readonly values: readonly number[];
}

/** One row for each moment at which a line has a value. */
export function sampleRows(lines: readonly ChartLine[], { from, to }: Range): readonly SampleRow[] {
  const rows = new Map<number, number[]>();
  for (const [index, { data }] of lines.entries()) {
    if (data === null) continue;
    const start = lowerBound(data.times, from);
    const end = lowerBound(data.times, to, start);
    for (let at = start; at < end; at += 1) {
      const value = data.values[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const time = data.times[at] ?? 0;
      let row = rows.get(time);
      if (row === undefined) rows.set(time, (row = lines.map(() => Number.NaN)));
      row[index] = value;
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([at, values]) => ({ at, values }));
}
