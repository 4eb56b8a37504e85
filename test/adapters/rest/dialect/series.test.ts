import { describe, expect, test } from 'vitest';
import { parseSeries } from '../../../../main/adapters/rest/dialect.ts';
import { ownWorkOf } from '../../../support/measures/own-work.ts';

const T0 = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const RANGE = { from: T0, to: T0 + 3 * HOUR };
const ISO = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'];
const S = ISO.map((iso) => Date.parse(iso) / 1000);
const EXPECTED = {
  a: [
    [T0, 1],
    [T0 + HOUR, 2.5],
    [T0 + 2 * HOUR, 3],
  ],
  b: [[T0 + HOUR, 7]],
};

function read(body: unknown, range = RANGE): Record<string, (readonly number[])[]> | null {
  const series = parseSeries(body, ['a', 'b'], range);
  if (typeof series === 'string') return null;
  const entries = series.map(({ id, times, values }) => [id, [...times].map((time, n) => [time, values[n]])]);
  return Object.fromEntries(entries) as Record<string, (readonly number[])[]>;
}

const PAIRS = {
  a: [
    [ISO[0], 1],
    [ISO[1], 2.5],
    [ISO[2], 3],
  ],
  b: [[ISO[1], 7]],
};
const OBJECTS = PAIRS.a.map(([time, value]) => ({ time, value }));

describe('shapes', () => {
  test.each<[string, unknown]>([
    ['map of pairs', PAIRS],
    ['map of objects', { a: OBJECTS, b: [{ t: ISO[1], v: 7 }] }],
    [
      'map of objects with other names',
      { a: PAIRS.a.map(([timestamp, val]) => ({ timestamp, val })), b: PAIRS.b },
    ],
    ['map of columns', { a: { times: ISO, values: [1, 2.5, 3] }, b: { time: [ISO[1]], value: [7] } }],
    ['map of points inside', { a: { unit: 'K', points: PAIRS.a }, b: { data: PAIRS.b } }],
    ['map of time to value', { a: Object.fromEntries(PAIRS.a), b: { [String(ISO[1])]: 7 } }],
    ['map with ids nobody asked for', { ...PAIRS, c: PAIRS.a }],
    ['map in a wrapper', { data: PAIRS }],
    ['map in another wrapper', { results: PAIRS, count: 2 }],
    [
      'list',
      [
        { timeseriesId: 'a', points: PAIRS.a },
        { timeseriesId: 'b', points: PAIRS.b },
      ],
    ],
    [
      'list with other names',
      [
        { id: 'a', name: 'Room', values: OBJECTS },
        { id: 'b', name: 'x', data: PAIRS.b },
      ],
    ],
    [
      'list in a wrapper',
      {
        series: [
          { timeseries_id: 'a', points: OBJECTS },
          { id: 'b', points: PAIRS.b },
        ],
      },
    ],
    [
      'list of columns',
      [
        { id: 'a', times: ISO, values: [1, 2.5, 3] },
        { id: 'b', timestamps: [ISO[1]], values: [7] },
      ],
    ],
    ['flat', [...OBJECTS.map((point) => ({ id: 'a', ...point })), { id: 'b', time: ISO[1], value: 7 }]],
    [
      'flat in any order',
      [
        { id: 'b', t: S[1], v: 7 },
        { id: 'a', t: S[2], v: 3 },
        { id: 'a', t: S[0], v: 1 },
        { id: 'a', t: S[1], v: 2.5 },
      ],
    ],
    ['columns', { time: [ISO[1]], a: [2.5], b: [7] }],
    ['columns in a wrapper beside their times', { timestamps: [ISO[1]], series: { a: [2.5], b: [7] } }],
    ['columns in another wrapper', { index: [S[1]], unit: 'K', values: { a: [2.5], b: [7] } }],
    ['columns with names', { columns: ['time', 'a', 'b'], data: [[ISO[1], 2.5, 7]] }],
    ['columns with an index', { columns: ['a', 'b'], index: [ISO[1]], data: [[2.5, 7]] }],
  ])('%s', (name, body) => {
    const expected = name.startsWith('columns') ? { ...EXPECTED, a: [[T0 + HOUR, 2.5]] } : EXPECTED;
    expect(read(body)).toEqual(expected);
  });

  test.each([
    [[]],
    [{}],
    [{ data: [] }],
    [{ results: {} }],
    [{ a: [], b: [] }],
    [{ a: null }],
    [{ time: [], a: [] }],
    [{ time: [] }],
    [{ data: [], error: null, errors: [] }],
  ])('%j has no points', (body) => expect(read(body)).toEqual({ a: [], b: [] }));

  test.each<[unknown]>([
    [undefined],
    [null],
    ['text'],
    [7],
    [[1, 2]],
    [[{ time: 1, value: 2 }]],
    [{ status: 'ok' }],
    [{ a: 'text' }],
    [{ a: [[1]] }],
    [{ a: [1, 2] }],
    [{ a: [{ value: 1 }] }],
    [{ a: [['yesterday', 1]] }],
    [{ time: [1, 2], a: [1] }],
    [{ detail: 'x', code: 3 }],
    [{ errors: ['Query engine unavailable'] }],
    [{ status: 'error', messages: ['boom'] }],
    [{ data: [], errors: ['Query engine unavailable'] }],
    [{ data: { a: [[1, 2]] }, error: { code: 5 } }],
    [{ c: [[1, 2]] }],
    [[{ id: 'c', points: [] }]],
    [{ time: [1], c: [2] }],
    [{ time: [1] }],
    [{ timestamps: [1], series: { c: [2] } }],
    [{ timestamps: [1, 2], series: { a: [1] } }],
    [{ timestamps: [1], series: [{ name: 'a', data: [1] }] }],
  ])('%j is not known', (body) => expect(read(body)).toBeNull());

  test.each<[string, unknown]>([
    ['lists by name', { time: ISO, a: [1, 2.5, 3], b: [null, 7, null] }],
    [
      'rows',
      {
        columns: ['time', 'a', 'b'],
        data: ISO.map((time, at) => [time, [1, 2.5, 3][at], [null, 7, null][at]]),
      },
    ],
  ])('columns as %s leave out where only another series has a sample', (_, body) => {
    expect(read(body)).toEqual(EXPECTED);
  });

  test('the column of one series alone keeps where it has no value', () => {
    const none = [T0 + HOUR, Number.NaN];
    expect(read({ time: ISO, a: [1, null, 3] })?.['a']).toEqual([[T0, 1], none, [T0 + 2 * HOUR, 3]]);
    expect(read({ time: [ISO[1]], a: [null] })?.['a']).toEqual([none]);
    const beside = { time: ISO.slice(0, 2), a: [1, null], b: [null, null] };
    expect(read(beside)).toEqual({ a: [[T0, 1], none], b: [] });
  });

  test('ids that are the names of parts are still ids', () => {
    const series = parseSeries({ data: [[S[0], 1]], time: [[S[0], 2]] }, ['data', 'time'], RANGE);
    expect(series).toMatchObject([{ values: Float64Array.of(1) }, { values: Float64Array.of(2) }]);
  });

  test('an id called __proto__ is one like any other', () => {
    const body: unknown = JSON.parse(`{"__proto__": [[${S[0]}, 4]]}`);
    expect(parseSeries(body, ['__proto__'], RANGE)).toMatchObject([{ values: Float64Array.of(4) }]);
  });
});

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

describe('one series in a shape of its own', () => {
  const good = [
    [T0, 1],
    [T0 + HOUR, 2],
  ];
  test.each<[string, unknown]>([
    ['words', { a: good, b: 'sensor offline' }],
    ['a truth', { a: good, b: false }],
    ['a number', { a: good, b: 0 }],
    ['a time that is none', { a: good, b: [['yesterday', 1]] }],
    ['pairs of which one is no pair', { a: good, b: [[T0, 1], [T0 + HOUR]] }],
    ['no column', { time: good.map(([at]) => at), a: [1, 2], b: null }],
    ['a column of another length', { time: good.map(([at]) => at), a: [1, 2], b: [1] }],
    [
      'words in a list',
      [
        { id: 'a', points: good },
        { id: 'b', points: 'n/a' },
      ],
    ],
  ])('hides no other: %s', (_, body) => {
    expect(read(body)).toEqual({ a: good });
  });

  test('alone is an answer that is not known, and proves nothing of one that it does not name', () => {
    expect(read({ a: 'internal error' })).toBeNull();
    expect(read({ a: 'internal error', b: [] })).toBeNull();
    expect(read({ a: 'internal error', b: good })).toEqual({ b: good });
  });
});

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

test.each<[unknown, 'paged' | 'whole']>([
  [
    { count: 2, next: 'https://a.test/?offset=1', previous: null, results: [{ id: 'a', points: PAIRS.a }] },
    'paged',
  ],
  [{ next: '/?offset=100', results: [] }, 'paged'],
  [{ data: PAIRS, nextPageToken: 'x' }, 'paged'],
  [{ count: 1, next: null, results: [{ id: 'a', points: PAIRS.a }] }, 'whole'],
  [{ count: 1, next: '', results: [{ id: 'a', points: PAIRS.a }] }, 'whole'],
])('%j is %s', (body, expected) => {
  const parsed = parseSeries(body, ['a', 'b'], RANGE);
  expect(typeof parsed === 'string' ? parsed : 'whole').toBe(expected);
});

test('a year of quarter hours is read in no time', () => {
  const points = Array.from({ length: 35_040 }, (_, n) => [new Date(T0 + n * 900_000).toISOString(), n]);
  let series: unknown;
  const took = ownWorkOf(() => (series = parseSeries({ a: points }, ['a'], { from: T0, to: T0 * 2 })));
  expect(series).toMatchObject([{ times: { length: 35_040 } }]);
  expect(took).toBeLessThan(1000);
});

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
