import { describe, expect, test } from 'vitest';
import { parseSeries } from '../../../../main/adapters/rest/dialect.ts';
import { EXPECTED, HOUR, ISO, OBJECTS, PAIRS, RANGE, read, S, T0 } from './series-reply.ts';

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
    ['map in two wrappers', { status: 'success', data: { timeseries: PAIRS } }],
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
    [
      'list with names of others',
      [
        { target: 'a', dataPoints: OBJECTS },
        { identifier: 'b', readings: PAIRS.b },
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
    [[{ time: 1, c: 2 }]],
    [{ id: 'c', points: [[1, 2]] }],
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
    ['rows by name', ISO.map((time, at) => ({ time, a: [1, 2.5, 3][at], ...(at === 1 ? { b: 7 } : {}) }))],
    [
      'rows by name in a wrapper',
      { data: ISO.map((ts, at) => ({ ts, a: [1, 2.5, 3][at], b: at === 1 ? 7 : null })) },
    ],
  ])('columns as %s leave out where only another series has a sample', (_, body) => {
    expect(read(body)).toEqual(EXPECTED);
  });

  test.each<[string, unknown]>([
    ['points', { timeseriesId: 'a', unit: 'K', points: PAIRS.a }],
    ['columns', { id: 'a', timestamps: ISO, values: [1, 2.5, 3] }],
    ['an object in a wrapper', { data: { name: 'a', samples: OBJECTS } }],
  ])('one series alone may be no list: %s', (_, body) => {
    expect(read(body)).toEqual({ a: EXPECTED.a, b: [] });
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

test.each<[unknown, 'paged' | 'whole']>([
  [
    { count: 2, next: 'https://a.test/?offset=1', previous: null, results: [{ id: 'a', points: PAIRS.a }] },
    'paged',
  ],
  [{ next: '/?offset=100', results: [] }, 'paged'],
  [{ data: PAIRS, nextPageToken: 'x' }, 'paged'],
  [{ data: PAIRS, links: { self: '/', next: '/?page=2' } }, 'paged'],
  [{ data: PAIRS, meta: { next_cursor: 'x' } }, 'paged'],
  [{ series: PAIRS, hasMore: true }, 'paged'],
  [{ data: { timeseries: PAIRS, pagination: { has_more: true } } }, 'paged'],
  [[{ id: 'a', points: PAIRS.a, truncated: true }], 'paged'],
  [{ a: { points: PAIRS.a, has_more: true } }, 'paged'],
  [{ data: PAIRS, links: { self: '/', next: null }, meta: { has_more: false } }, 'whole'],
  [[{ id: 'a', points: PAIRS.a, truncated: false }], 'whole'],
  [{ data: PAIRS, pageInfo: { hasNextPage: true, endCursor: 'x' } }, 'paged'],
  [{ data: PAIRS, current_page: 1, next_page_url: '/?page=2' }, 'paged'],
  [{ data: PAIRS, nextToken: 'x' }, 'paged'],
  [{ data: PAIRS, _links: { next: { href: '/?page=2' } } }, 'paged'],
  [{ data: PAIRS, has_more: false, truncated: true }, 'paged'],
  // The last page of services that always give a cursor or a link.
  [{ data: PAIRS, has_more: false, next_cursor: 'x' }, 'whole'],
  [{ data: PAIRS, meta: { has_more: false }, links: { next: '/?after=x' } }, 'whole'],
  [{ data: PAIRS, _links: { next: { href: null } } }, 'whole'],
  // The sample behind the range.
  [[{ id: 'a', points: PAIRS.a, next: { time: T0 + 99, value: 3 } }], 'whole'],
  [{ a: { points: PAIRS.a, next: [T0 + 99, 3] } }, 'whole'],
  [{ count: 1, next: null, results: [{ id: 'a', points: PAIRS.a }] }, 'whole'],
  [{ count: 1, next: '', results: [{ id: 'a', points: PAIRS.a }] }, 'whole'],
])('%j is %s', (body, expected) => {
  const parsed = parseSeries(body, ['a', 'b'], RANGE);
  expect(typeof parsed === 'string' ? parsed : 'whole').toBe(expected);
});

test('names of series are none of what an answer says of pages', () => {
  const body = { truncated: PAIRS.a, links: [[T0, 1]] };
  expect(parseSeries(body, ['truncated', 'links'], RANGE)).toHaveLength(2);
  expect(parseSeries({ next: PAIRS.a }, ['next'], RANGE)).toHaveLength(1);
});
