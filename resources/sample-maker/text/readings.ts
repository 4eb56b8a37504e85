import type { Trend } from '../pdf/reports.ts';
import { type PointSpec, readings } from '../series/point.ts';
import { START_MS, STEPS, type World } from '../series/world.ts';

const STEPS_A_DAY = 96;
const COLOURS = ['#1f5f8b', '#b8442f', '#3c9a8b', '#c98a2b'];

/** One local day of some points, as a figure of a report. `date` is `MM-DD`. */
export function trendOf(world: World, title: string, date: string, points: readonly PointSpec[]): Trend {
  const start = world.times.findIndex((time) => time.date === date && time.hour === 0);
  const lines = points.map((point, index) => ({
    name: point.name,
    colour: COLOURS[index % COLOURS.length] ?? '#1f5f8b',
    values: readings(point, world)
      .slice(start, start + STEPS_A_DAY)
      .map(Number),
  }));
  const all = lines.flatMap(({ values }) => values);
  const low = Math.floor(Math.min(...all) - 1);
  return {
    title,
    unit: points[0]?.unit ?? '',
    from: low,
    to: low + 6 * Math.ceil((Math.max(...all) + 1 - low) / 6),
    lines,
  };
}

/** Rows of a meter-reading list: the first reading of each month. */
export function monthlyReadings(world: World, points: readonly PointSpec[]): string[][] {
  const columns = points.map((point) => readings(point, world));
  const rows = [['date', ...points.map(({ label, unit }) => `${label} [${unit}]`)]];
  for (let month = 0; month < 12; month += 1) {
    const step = Math.min(STEPS - 1, Math.round((Date.UTC(2025, 10 + month, 1, 9) - START_MS) / 900_000));
    const date = new Date(START_MS + step * 900_000).toISOString().slice(0, 10);
    rows.push([date, ...columns.map((cells) => cells[step] ?? '')]);
  }
  return rows;
}
