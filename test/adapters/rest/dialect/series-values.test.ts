import { describe, expect, test } from 'vitest';
import { parseSeries } from '../../../../main/adapters/rest/dialect.ts';
import { ownWorkOf } from '../../../support/measures/own-work.ts';
import { EXPECTED, HOUR, ISO, PAIRS, RANGE, read, S, T0 } from './series-reply.ts';

describe('text beside numbers', () => {
  const wordsOf = (values: readonly unknown[]): readonly string[] | undefined => {
    const series = parseSeries({ a: values.map((value, at) => [T0 + at, value]) }, ['a'], RANGE);
    return typeof series === 'string' ? undefined : series[0]?.words;
  };

  test('is no value, and some of it is told', () => {
    expect(
      read({
        a: [
          [T0, 1],
          [T0 + HOUR, ' fault '],
          [T0 + 2 * HOUR, 2],
        ],
      })?.['a'],
    ).toEqual([
      [T0, 1],
      [T0 + HOUR, Number.NaN],
      [T0 + 2 * HOUR, 2],
    ]);
    expect(wordsOf([1, ' fault ', 'off', 'fault', { quality: 'bad' }, 'on'])).toEqual([
      'fault',
      'off',
      '{"quality":"bad"}',
    ]);
    expect(wordsOf([1, 'x'.repeat(100)])).toEqual([`${'x'.repeat(40)}…`]);
  });

  test('is none where there is nothing', () => {
    expect(wordsOf([1, null, 'NaN', 'n/a', '', '7', true])).toBeUndefined();
  });
});

describe('words alone', () => {
  const MINUTE = HOUR / 60;
  const states: readonly unknown[] = [
    [T0, 'open'],
    [T0 + MINUTE, ' closed '],
    [T0 + 2 * MINUTE, null],
    [T0 + 3 * MINUTE, 'Stage 2'],
  ];

  test('are samples without a value, beside others too', () => {
    const without = [0, 1, 2, 3].map((minutes) => [T0 + minutes * MINUTE, Number.NaN]);
    expect(read({ a: states })).toEqual({ a: without, b: [] });
    expect(read({ a: states, b: PAIRS.b })).toEqual({ a: without, b: EXPECTED.b });
    const series = parseSeries({ a: states }, ['a'], RANGE);
    expect(series).toMatchObject([{ words: ['open', 'closed', 'Stage 2'] }]);
  });

  test('are none where a number is among them in a way of writing that is not known', () => {
    expect(parseSeries({ a: [...states, [T0 + 4 * MINUTE, '2,5']] }, ['a'], RANGE)).toBe('unknown');
    expect(parseSeries({ a: [[T0, { state: 'open' }]] }, ['a'], RANGE)).toBe('unknown');
  });
});

test.each([
  [5, 5],
  ['5.5', 5.5],
  [true, 1],
  [false, 0],
  [null, Number.NaN],
  ['', Number.NaN],
  ['true', 1],
  ['FALSE', 0],
  [' -.5e3 ', -500],
  ['NaN', Number.NaN],
  ['null', Number.NaN],
  ['Infinity', Number.NaN],
  ['-1e400', Number.NaN],
  ['-1.#IND', Number.NaN],
  ['1.#QNAN0', Number.NaN],
  [JSON.parse('1e400'), Number.NaN],
])('the value %j is %j', (value, expected) => {
  expect(read({ a: [[S[0], value]] })?.['a']).toEqual([[T0, expected]]);
});

test.each([['2,5'], ['5 °C'], ['0x1F'], ['1_000'], [{}], [[5]]])('the value %j cannot be read', (value) => {
  const alone = (points: unknown) => parseSeries({ a: points }, ['a'], RANGE);
  expect(alone([[S[0], value]])).toBe('unknown');
  expect(
    alone([
      [S[0], value],
      [S[1], null],
    ]),
  ).toBe('unknown');
  expect(alone([{ time: S[0], reading: value }])).toBe('unknown');
  // Beside other series it is left out; beside values that can be read it is none.
  expect(read({ a: [[S[0], value]], b: PAIRS.b })).toEqual({ b: EXPECTED.b });
  expect(
    read({
      a: [
        [S[0], value],
        [S[1], 2],
      ],
    })?.['a'],
  ).toEqual([
    [T0, Number.NaN],
    [T0 + HOUR, 2],
  ]);
});

test.each([
  ['decimal commas', (at: number) => (at % 2 === 0 ? String(20 + at) : `${20 + at},5`)],
  ['commas between thousands', (at: number) => (at < 7 ? '950.5' : '1,250.5')],
])('a series with %s is not drawn from those of its numbers that can be read', (_, valueAt) => {
  const points = Array.from({ length: 10 }, (_, at) => [T0 + at * 60_000, valueAt(at)]);
  expect(parseSeries({ a: points }, ['a'], RANGE)).toBe('unknown');
  expect(read({ a: points, b: PAIRS.b })).toEqual({ b: EXPECTED.b });
  // A slip or two, and few among many, are left out.
  const many = Array.from({ length: 30 }, (_, at) => [T0 + (20 + at) * 60_000, 20]);
  expect(read({ a: [...points.slice(0, 4), ...many] })?.['a']).toHaveLength(34);
});

test.each([['#DIV/0!'], ['<0.5'], ['> 100'], ['1.#QNAN'], ['Stage 2']])(
  'a series is drawn although many of its values are %s',
  (text) => {
    const points = Array.from({ length: 10 }, (_, at) => [T0 + at * 60_000, at % 2 === 0 ? 20 + at : text]);
    const drawn = read({ a: points })?.['a']?.map(([, value]) => value);
    expect(drawn?.filter((value) => !Number.isNaN(value))).toEqual([20, 22, 24, 26, 28]);
  },
);

test('a value of endless digits that is no number holds nothing up', () => {
  const endless = '1'.repeat(100_000);
  let series: unknown;
  const took = ownWorkOf(() => (series = read({ a: PAIRS.a, b: [[ISO[0], `${endless}x`]] })));
  expect(series).toEqual({ a: EXPECTED.a });
  expect(took).toBeLessThan(1000);
  expect(
    read({
      a: [
        [ISO[0], '1.'],
        [ISO[1], '.5'],
        [ISO[2], '-2.5e1'],
      ],
    })?.['a'],
  ).toEqual([
    [T0, 1],
    [T0 + HOUR, 0.5],
    [T0 + 2 * HOUR, -25],
  ]);
});
