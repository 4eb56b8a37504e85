import type { Db } from './database.ts';
import {
  bytesOf,
  chunkFromBytes,
  type MonthChunk,
  monthOf,
  monthStart,
  packChunk,
  type Point,
  unpackChunk,
} from './month-chunk.ts';

interface ChunkRow {
  readonly month: number;
  readonly offsets: Buffer;
  readonly vals: Buffer;
}

/** A stretch of one series: consecutive points, times in milliseconds since 1970, NaN for no value. */
export interface Stretch {
  readonly startMs: number;
  readonly offsets: Uint32Array;
  readonly values: Float64Array;
}

/** The timeseries of sites, one row for each month of a series. */
export class SeriesTable {
  readonly #db: Db;
  readonly #chunk;
  readonly #chunks;
  readonly #put;
  readonly #ids;
  readonly #remove;

  constructor(db: Db) {
    this.#db = db;
    this.#chunk = db.prepare<[string, string, number], ChunkRow>(
      'select month, offsets, vals from point where site = ? and series = ? and month = ?',
    );
    this.#chunks = db.prepare<[string, string, number, number], ChunkRow>(
      `select month, offsets, vals from point where site = ? and series = ? and month between ? and ?
       order by month`,
    );
    this.#put = db.prepare<[string, string, number, Buffer, Buffer]>(
      'insert or replace into point values (?, ?, ?, ?, ?)',
    );
    this.#ids = db.prepare<[string], { series: string }>(
      'select distinct series from point where site = ? order by series',
    );
    this.#remove = db.prepare<[string, string]>('delete from point where site = ? and series = ?');
  }

  ids(site: string): readonly string[] {
    return this.#ids.all(site).map((row) => row.series);
  }

  /** Adds points to a series; of two points of one moment the newer one stays. */
  add(site: string, series: string, points: readonly Point[]): void {
    const months = Map.groupBy(points, ([ms]) => monthOf(ms));
    this.#db.transaction(() => {
      for (const [month, fresh] of months) {
        const row = this.#chunk.get(site, series, month);
        const known = row === undefined ? [] : unpackChunk(month, chunkFromBytes(row.offsets, row.vals));
        this.#store(site, series, month, packChunk(month, [...known, ...fresh]));
      }
    })();
  }

  /**
   * Takes in a whole series at once, the fast way for a year of it: `times` rising, in milliseconds, NaN in `values`
   * where there is no point. Months that the series already has are replaced.
   */
  load(site: string, series: string, times: Float64Array, values: Float64Array): void {
    const kept = Array.from(times.keys()).filter((at) => !Number.isNaN(values[at] ?? Number.NaN));
    const months = Map.groupBy(kept, (at) => monthOf(times[at] ?? 0));
    this.#db.transaction(() => {
      for (const [month, indexes] of months) {
        const start = monthStart(month);
        this.#store(site, series, month, {
          offsets: Uint32Array.from(indexes, (at) => (times[at] ?? 0) - start),
          values: Float64Array.from(indexes, (at) => values[at] ?? Number.NaN),
        });
      }
    })();
  }

  remove(site: string, series: string): void {
    this.#remove.run(site, series);
  }

  /** The points with `from` <= time < `to` (milliseconds), month by month, so that a long range is never held whole. */
  *read(site: string, series: string, from: number, to: number): Generator<Stretch> {
    for (const row of this.#chunks.all(site, series, monthOrEdge(from), monthOrEdge(to))) {
      const startMs = monthStart(row.month);
      const { offsets, values } = chunkFromBytes(row.offsets, row.vals);
      const first = lowerBound(offsets, from - startMs);
      const end = lowerBound(offsets, to - startMs);
      if (first < end) {
        yield { startMs, offsets: offsets.subarray(first, end), values: values.subarray(first, end) };
      }
    }
  }

  #store(site: string, series: string, month: number, chunk: MonthChunk): void {
    this.#put.run(site, series, month, bytesOf(chunk.offsets), bytesOf(chunk.values));
  }
}

const LAST_MONTH = 9999 * 12;

function monthOrEdge(ms: number): number {
  if (Number.isFinite(ms)) return monthOf(ms);
  return ms < 0 ? 0 : LAST_MONTH;
}

/** Index of the first offset that is not below `limit`. */
function lowerBound(offsets: Uint32Array, limit: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
