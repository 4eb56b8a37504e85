import { gzipSync, strToU8 } from 'fflate';
import { type PointSpec, readings } from './point.ts';
import { STEPS, timeAt, type World } from './world.ts';

/** Gzip CSV: `time,<id>,…`, one row per 15 minutes, an empty cell where there is no data. */
export function seriesTable(points: readonly PointSpec[], world: World): Uint8Array {
  const columns = points.map((point) => readings(point, world));
  const lines = [`time,${points.map(({ id }) => id).join(',')}`];
  for (let step = 0; step < STEPS; step += 1) {
    const time = timeAt(step).toISOString().replace('.000Z', 'Z');
    lines.push(`${time},${columns.map((cells) => cells[step] ?? '').join(',')}`);
  }
  // A modification time of 0 in the header: the same rows give the same bytes on any day.
  return gzipSync(strToU8(`${lines.join('\n')}\n`), { level: 9, mtime: 0 });
}
