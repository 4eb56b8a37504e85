import { describe, expect, test } from 'vitest';
import { parseSeries } from '../../../../main/adapters/rest/dialect.ts';
import { ownWorkOf } from '../../../support/measures/own-work.ts';
import { EXPECTED, HOUR, ISO, read, S, T0 } from './series-reply.ts';

describe('pairs', () => {
  const asMs = S.map((s) => s * 1000);
  /** Its readings look like seconds since 1970. */
  const METER = S.map((_, at) => 1_700_000_000 + at);
  const meter = ISO.map((_, at) => [T0 + at * HOUR, 1_700_000_000 + at]);
  const zip = (...lists: readonly (readonly unknown[])[]) =>
    ISO.map((_, at) => lists.map((list) => list[at]));

  test.each<[string, unknown, unknown]>([
    ['value and text', zip([1, 2.5, 3], ISO), EXPECTED.a],
    ['value and seconds', zip([1, 2.5, 3], S), EXPECTED.a],
    ['value and milliseconds', zip([1, 2.5, 3], asMs), EXPECTED.a],
    ['value and milliseconds as digits', zip(['1', '2.5', '3'], asMs.map(String)), EXPECTED.a],
    ['value, time and quality', zip([1, 2.5, 3], ISO, ['good', 'good', 'good']), EXPECTED.a],
    [
      'value and time, of which most have no value',
      zip([null, null, 3], ISO),
      zip(asMs, [Number.NaN, Number.NaN, 3]),
    ],
    ['text and value', zip(ISO, [1, 2.5, 3]), EXPECTED.a],
    ['seconds and value', zip(S, [1, 2.5, 3]), EXPECTED.a],
    ['time and no value', zip(S, [null, null, null]), zip(asMs, [Number.NaN, Number.NaN, Number.NaN])],
    ['text, and a meter that reads like a time', zip(ISO, METER), meter],
    ['a meter that reads like a time, and text', zip(METER, ISO), meter],
    ['seconds, and a meter that reads like them', zip(S, METER), meter],
  ])('%s', (_, pairs, expected) => {
    expect(read({ a: pairs })).toEqual({ a: expected, b: [] });
  });

  test('one series tells the order for all of the reply', () => {
    const values = [1, 2.5, 3];
    expect(read({ a: zip(METER, S), b: zip(values, S) })).toEqual({ a: meter, b: EXPECTED.a });
    expect(read({ a: zip(S, METER), b: zip(S, values) })).toEqual({ a: meter, b: EXPECTED.a });
  });

  test('one time that is none does not turn all others around', () => {
    const pairs = [[0, 1_700_000_000], ...zip(S, METER)];
    expect(read({ a: pairs })).toEqual({ a: meter, b: [] });
  });
});

describe('times', () => {
  test.each([
    ['2026-01-01T01:00:00Z'],
    ['2026-01-01T01:00:00'],
    ['2026-01-01 01:00'],
    ['2026-01-01T01:00:00.000000Z'],
    ['2026-01-01T03:30:00+02:30'],
    ['2026-01-01T03:00:00+0200'],
    ['2026-01-01T03:00:00+02'],
    ['2025-12-31T20:00:00-05:00'],
    [(T0 + HOUR) / 1000],
    [T0 + HOUR],
    [(T0 + HOUR) * 1000],
    [(T0 + HOUR) * 1e6],
    [String(T0 + HOUR)],
    [`${(T0 + HOUR) / 1000}.0`],
  ])('%j', (time) => {
    expect(read({ a: [[time, 1]] })?.['a']).toEqual([[T0 + HOUR, 1]]);
  });

  test('a day alone begins in UTC, fractions of a second are kept to the millisecond', () => {
    expect(read({ a: [['2026-01-01', 1]] })?.['a']).toEqual([[T0, 1]]);
    expect(read({ a: [['2026-01-01T00:00:00.1239Z', 1]] })?.['a']).toEqual([[T0 + 123, 1]]);
    expect(read({ a: [[T0 / 1000 + 0.25, 1]] })?.['a']).toEqual([[T0 + 250, 1]]);
  });

  test('one unit holds for the whole reply', () => {
    const early = { from: 0, to: T0 + 1 };
    expect(read({ a: [[5, 1]], b: [[T0, 2]] }, early)).toEqual({ a: [[5, 1]], b: [[T0, 2]] });
  });

  test.each([
    ['s', 1 / 1000, 253_402_300_799],
    ['ms', 1, 253_402_300_799_000],
    ['µs', 1000, 253_402_300_799_000_000],
    ['s, and a time of long ago', 1 / 1000, -2_208_988_800],
  ])('one that is no time of a sample moves no other out of the range: %s', (_, unit, odd) => {
    const points = [0, 1, 2].map((n) => [(T0 + n * HOUR) * unit, n]);
    const all = [0, 1, 2].map((n) => [T0 + n * HOUR, n]);
    expect(
      read({
        a: points,
        b: [
          [T0 * unit, 7],
          [odd, null],
        ],
      }),
    ).toEqual({ a: all, b: [[T0, 7]] });
    expect(read({ a: points, b: [[odd, null]] })).toEqual({ a: all, b: [] });
  });

  test('seconds of today are no samples of January 1970', () => {
    const range = { from: 0, to: 35 * 24 * HOUR };
    const points = [0, 1, 2].map((n) => [(T0 + n * HOUR) / 1000, n]);
    expect(read({ a: points, b: [] }, range)).toEqual({ a: [], b: [] });
  });

  test('of what lies outside of the range alone nothing is in it, whatever its unit', () => {
    const before = [
      [T0 - 5 * HOUR, 1],
      [T0 - 4 * HOUR, 2],
    ];
    expect(read({ a: before, b: [] })).toEqual({ a: [], b: [] });
  });

  test('points come sorted, the last of equal times, within the half-open range', () => {
    const points = [
      [S[2], 3],
      [S[0], 0],
      [S[1], 2],
      [S[0], 1],
      [S[0]! - 1, 9],
      [S[2]! + 3600, 9],
      [null, 9],
    ];
    expect(read({ a: points })?.['a']).toEqual([
      [T0, 1],
      [T0 + HOUR, 2],
      [T0 + 2 * HOUR, 3],
    ]);
  });
});

test.each([
  [1, null],
  [null, 1],
])('of a value and none for one time the value stays: %j, %j', (one, other) => {
  expect(
    read({
      a: [
        [S[0], one],
        [S[0], other],
      ],
    })?.['a'],
  ).toEqual([[T0, 1]]);
});

test('a year of quarter hours is read in no time', () => {
  const points = Array.from({ length: 35_040 }, (_, n) => [new Date(T0 + n * 900_000).toISOString(), n]);
  let series: unknown;
  const took = ownWorkOf(() => (series = parseSeries({ a: points }, ['a'], { from: T0, to: T0 * 2 })));
  expect(series).toMatchObject([{ times: { length: 35_040 } }]);
  expect(took).toBeLessThan(1000);
});
