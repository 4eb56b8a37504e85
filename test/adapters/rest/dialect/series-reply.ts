import { parseSeries } from '../../../../main/adapters/rest/dialect.ts';

export const T0 = Date.UTC(2026, 0, 1);
export const HOUR = 3_600_000;
export const RANGE = { from: T0, to: T0 + 3 * HOUR };
/** The first three hours, as text and as seconds since 1970. */
export const ISO = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'];
export const S = ISO.map((iso) => Date.parse(iso) / 1000);

/** Samples of the series `a` and `b` as a service may write them: as pairs, those of `a` also as objects. */
export const PAIRS = {
  a: [
    [ISO[0], 1],
    [ISO[1], 2.5],
    [ISO[2], 3],
  ],
  b: [[ISO[1], 7]],
};
export const OBJECTS = PAIRS.a.map(([time, value]) => ({ time, value }));

/** What `read` makes of them. */
export const EXPECTED = {
  a: [
    [T0, 1],
    [T0 + HOUR, 2.5],
    [T0 + 2 * HOUR, 3],
  ],
  b: [[T0 + HOUR, 7]],
};

/** The samples in a reply to a question for `a` and `b`; null if it is not understood. */
export function read(body: unknown, range = RANGE): Record<string, (readonly number[])[]> | null {
  const series = parseSeries(body, ['a', 'b'], range);
  if (typeof series === 'string') return null;
  const entries = series.map(({ id, times, values }) => [id, [...times].map((time, n) => [time, values[n]])]);
  return Object.fromEntries(entries) as Record<string, (readonly number[])[]>;
}
