/** One moment of a series: milliseconds since 1970, and the value or null where the sensor gave none. */
export type Point = readonly [ms: number, value: number | null];

/**
 * The points of one series in one UTC month, in order of time, no moment twice. Offsets are milliseconds since the
 * month began: 31 days of them fit 32 bits. A null value is kept as NaN.
 */
export interface MonthChunk {
  readonly offsets: Uint32Array;
  readonly values: Float64Array;
}

/** Months since year 0, so that months can be counted and compared. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}

export function packChunk(month: number, points: readonly Point[]): MonthChunk {
  const start = monthStart(month);
  const latest = new Map(points);
  const times = [...latest.keys()].sort((a, b) => a - b);
  return {
    offsets: Uint32Array.from(times, (ms) => ms - start),
    values: Float64Array.from(times, (ms) => latest.get(ms) ?? Number.NaN),
  };
}

export function unpackChunk(month: number, chunk: MonthChunk): readonly Point[] {
  const start = monthStart(month);
  return Array.from(chunk.offsets, (offset, at) => {
    const value = chunk.values[at] ?? Number.NaN;
    return [start + offset, Number.isNaN(value) ? null : value] as const;
  });
}

export function bytesOf(array: Uint32Array | Float64Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** SQLite hands out bytes at any address; typed arrays want an aligned one, hence the copy. */
export function chunkFromBytes(offsets: Uint8Array, values: Uint8Array): MonthChunk {
  return {
    offsets: new Uint32Array(new Uint8Array(offsets).buffer),
    values: new Float64Array(new Uint8Array(values).buffer),
  };
}
