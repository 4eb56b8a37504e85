import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../main/datamodel/catalog.ts';
import { HEALTH_CSV_HEAD, healthCsvLine, healthNote } from '../../main/datamodel/health-csv.ts';
import {
  healthAt,
  healthOf,
  type HealthBook,
  type HealthFilter,
  type Known,
} from '../../main/datamodel/health.ts';
import { HealthDesk } from '../../main/datamodel/health-desk.ts';
import { openDesk, SITE } from '../series/desk.ts';
import type { Sampling } from '../../shared/model/point-health.ts';
import { env, model, point } from './models.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 20, 12);
const clock = { ...env, now: () => NOW };

/** Every quarter of an hour, as it was for a month. */
const EVEN: Sampling = { sent: 'even', usual: 900_000, longest: 900_000, known: 30 * DAY, pauses: 2880 };

const FACTS: readonly (readonly [string, Known])[] = [
  ['data', { lastAt: NOW - DAY / 2, emptyAt: null, checkedAt: NOW }],
  ['silent', { lastAt: NOW - 3 * DAY, emptyAt: null, checkedAt: NOW - 5, sampling: EVEN }],
  ['unknown', { lastAt: null, emptyAt: null, checkedAt: NOW }],
  ['charted', { lastAt: NOW, emptyAt: null, checkedAt: null }],
];

async function book(): Promise<HealthBook> {
  const models = [
    model('a.csv', [point('data'), point('silent', { line: 3 }), point('data', { line: 4 })]),
    model('b.csv', [point('unknown'), point('new', { line: 3 }), point('data', { line: 4 })]),
    model('equipment.csv', []),
  ];
  return healthOf(models, await catalogOf(models, clock), new Map(FACTS), clock);
}

describe('what said nothing for a day', () => {
  const HOUR = DAY / 24;
  /** A valve that moves every few minutes, known for a month, and rested for two days at most. */
  const valve: Sampling = {
    sent: 'on-change',
    usual: 6 * 60_000,
    longest: 2 * DAY,
    known: 30 * DAY,
    pauses: 900,
  };
  const after = (silence: number, sampling: Sampling | null, more: Partial<Known> = {}): string =>
    healthAt({ lastAt: NOW - silence, emptyAt: null, checkedAt: NOW, sampling, ...more }, NOW);

  it.each<[string, number, Sampling | null, string]>([
    ['is sent every quarter of an hour', 25 * HOUR, EVEN, 'silent'],
    ['is a meter that is read once a week', 6 * DAY, { ...EVEN, usual: 7 * DAY, pauses: 20 }, 'data'],
    ['is one that was left out three times', 22 * DAY, { ...EVEN, usual: 7 * DAY, pauses: 20 }, 'silent'],
    ['is a valve over a weekend', 2.6 * DAY, valve, 'held'],
    ['is a valve for longer than it ever rested', 7 * DAY, valve, 'silent'],
    ['is one of which no such rest could be known', 11 * DAY, valve, 'unclear'],
    ['is one of which but a day is known', 3 * DAY, { ...valve, longest: 3 * HOUR, known: DAY }, 'held'],
    ['is one of which but a day is known, for a week', 7 * DAY, { ...valve, known: DAY }, 'unclear'],
    ['is a set point of four values in a year', 20 * DAY, { ...valve, usual: 9 * DAY, pauses: 3 }, 'held'],
    [
      'sent three values within an hour',
      2 * DAY,
      { ...valve, longest: HOUR, known: HOUR, pauses: 2 },
      'unclear',
    ],
    ['sent four values at equal pauses', 2 * DAY, { ...EVEN, pauses: 3 }, 'unclear'],
    ['came at odd pauses within a day', 2 * DAY, { ...EVEN, sent: 'irregular', known: DAY }, 'unclear'],
    ['came at odd pauses for a month', 2 * DAY, { ...EVEN, sent: 'irregular' }, 'silent'],
    ['is hardly known here', 2 * DAY, null, 'unclear'],
  ])('%s', (_, silence, sampling, health) => expect(after(silence, sampling)).toBe(health));

  it('is silent where it sends samples without a value, whatever its sampling', () => {
    expect(after(2.6 * DAY, valve, { emptyAt: NOW })).toBe('silent');
  });

  it('is told by its words where it never sent a number', () => {
    const words = ['open', 'closed'];
    const told = (at: number, sampling: Sampling | null): string =>
      healthAt({ lastAt: null, emptyAt: at, checkedAt: NOW, words, sampling }, NOW);
    expect([told(NOW, null), told(NOW - 2 * DAY, valve), told(NOW - 2 * DAY, null)]).toEqual([
      'data',
      'held',
      'unclear',
    ]);
  });

  it('says of what is silent though it is sent on change how long it was known to hold', async () => {
    const models = [model('a.csv', [point('valve')])];
    const facts = new Map([
      ['valve', { lastAt: NOW - 7 * DAY, emptyAt: null, checkedAt: NOW, sampling: valve }],
    ]);
    const [row] = (await healthOf(models, await catalogOf(models, clock), facts, clock)).rows(
      null,
      'trouble',
    );
    expect(healthNote(row!)).toBe(
      'No data since 2026-05-13T12:00:00Z. It is sent on change; the longest that it is known to have held is 2 d.',
    );
  });

  it('counts, and is no trouble where it merely holds or nobody can tell', async () => {
    const models = [model('a.csv', [point('valve'), point('few'), point('words')])];
    const facts = new Map<string, Known>([
      ['valve', { lastAt: NOW - 2 * DAY, emptyAt: null, checkedAt: NOW, sampling: valve }],
      ['few', { lastAt: NOW - 2 * DAY, emptyAt: null, checkedAt: NOW, sampling: null }],
      ['words', { lastAt: null, emptyAt: NOW, checkedAt: NOW, words: ['open'] }],
    ]);
    const made = await healthOf(models, await catalogOf(models, clock), facts, clock);
    expect(made.files).toMatchObject([{ data: 1, held: 1, unclear: 1, silent: 0, trouble: 0 }]);
    expect([...made.rows(null, 'all')].map((row) => healthNote(row))).toEqual([
      'Sent on change: unchanged since 2026-05-18T12:00:00Z.',
      'No data since 2026-05-18T12:00:00Z. Too little of it is on this computer to tell silence from a value that holds: a chart of some weeks of it brings more.',
      'It sends words in place of numbers (“open”), the last time at 2026-05-20T12:00:00Z. Nothing of it can be drawn.',
    ]);
    expect([...made.rows(null, 'held')].map(({ id }) => id)).toEqual(['valve']);
  });
});

describe('healthOf', () => {
  it('counts for each file; every point has one health, may be duplicated, and is to be mended if it was asked about', async () => {
    const { files, checkedAt } = await book();
    const none = { held: 0, silent: 0, unclear: 0, unknown: 0, unchecked: 0 };
    expect(files.slice(0, 2)).toEqual([
      { ...none, file: 'a.csv', points: 3, data: 2, silent: 1, duplicated: 2, trouble: 3 },
      { ...none, file: 'b.csv', points: 3, data: 1, unknown: 1, unchecked: 1, duplicated: 1, trouble: 2 },
    ]);
    expect(checkedAt).toBe(null);
  });

  it('says since when, and where an id stands besides', async () => {
    const rows = [...(await book()).rows('a.csv', 'all')];
    expect(rows.map((row) => healthNote(row))).toEqual([
      'Named 3 times; also in a.csv line 4, b.csv line 4.',
      'No data since 2026-05-17T12:00:00Z.',
      'Named 3 times; also in a.csv line 2, b.csv line 4.',
    ]);
  });

  it('calls no point silent because the service was not asked for days', async () => {
    const models = [model('a.csv', [point('data'), point('silent'), point('charted')])];
    const facts = new Map<string, Known>([
      ...FACTS,
      // Seen in a chart since.
      ['charted', { lastAt: NOW + DAY, emptyAt: null, checkedAt: NOW }],
    ]);
    const later = { ...env, now: () => NOW + 3 * DAY };
    const made = await healthOf(models, await catalogOf(models, later), facts, later);
    expect([...made.rows(null, 'all')].map(({ health }) => health)).toEqual(['data', 'silent', 'data']);
    expect(made.files).toMatchObject([{ data: 2, silent: 1, trouble: 1 }]);
    expect(made.checkedAt).toBe(NOW - 5);
  });

  it('says of an id without data no more than was asked', async () => {
    const [row] = (await book()).rows(null, 'unknown');
    expect(healthNote(row!)).toBe('The service has no data of the last ten years under this id.');
  });

  it('calls a point that sends samples without a value silent, and says so', async () => {
    const models = [model('a.csv', [point('never'), point('broken')])];
    const facts = new Map<string, Known>([
      ['never', { lastAt: null, emptyAt: NOW, checkedAt: NOW }],
      ['broken', { lastAt: NOW - 3 * DAY, emptyAt: NOW, checkedAt: NOW }],
    ]);
    const rows = [
      ...(await healthOf(models, await catalogOf(models, clock), facts, clock)).rows(null, 'all'),
    ];
    expect(rows.map((row) => [row.health, healthNote(row)])).toEqual([
      ['silent', 'It sends no values, the last time at 2026-05-20T12:00:00Z.'],
      [
        'silent',
        'No data since 2026-05-17T12:00:00Z. It sends no values, the last time at 2026-05-20T12:00:00Z.',
      ],
    ]);
  });

  it('looks at a few of the places of an id, however many there are', async () => {
    let looks = 0;
    const places = Array.from({ length: 10_000 }, (_, at) => ({
      get file() {
        looks += 1;
        return 'a.csv';
      },
      line: at + 2,
    }));
    const models = [model('a.csv', [point('x')])];
    const catalog = { ...(await catalogOf(models, clock)), repeated: new Map([['x', places]]) };
    const [row] = (await healthOf(models, catalog, new Map(), clock)).rows(null, 'all');
    expect(healthNote(row!)).toBe(
      'Named 10000 times; also in a.csv line 3, a.csv line 4, a.csv line 5 and more. Not checked with the service yet.',
    );
    expect(looks).toBeLessThan(20);
  });

  it.each<[HealthFilter, readonly string[]]>([
    ['trouble', ['data', 'silent', 'data', 'unknown', 'data']],
    ['silent', ['silent']],
    ['unknown', ['unknown']],
    ['unchecked', ['new']],
    ['duplicated', ['data', 'data', 'data']],
  ])('lists what is %s', async (filter, ids) => {
    const made = await book();
    expect([...made.rows(null, filter)].map(({ id }) => id)).toEqual(ids);
    expect(made.page(null, filter, 0, 2)).toMatchObject({ total: ids.length });
    expect(made.page(null, filter, 1, 2).rows.map(({ id }) => id)).toEqual(ids.slice(1, 3));
  });

  it('was checked when the oldest answer came', async () => {
    const models = [model('a.csv', [point('data'), point('silent'), point('unknown')])];
    const { checkedAt } = await healthOf(models, await catalogOf(models, clock), new Map(FACTS), clock);
    expect(checkedAt).toBe(NOW - 5);
  });
});

it('writes tables that no spreadsheet carries out', () => {
  const row = {
    health: 'data',
    repeated: null,
    lastAt: NOW,
    emptyAt: null,
    sampling: null,
    words: [],
    file: 'a.csv',
    line: 2,
  } as const;
  const line = (id: string, label: string): string => healthCsvLine({ ...row, id, label });
  expect(HEALTH_CSV_HEAD.split(',')).toHaveLength(8);
  expect(line('x', 'Supply, "air"')).toBe('a.csv,2,x,"Supply, ""air""",data,no,2026-05-20T12:00:00Z,\r\n');
  for (const evil of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1'])
    expect(line(evil, 'x').split(',')[2]).toMatch(/^"?'/);
});

describe('HealthDesk', () => {
  /** A site of one point, of a service that answers when it is told to. */
  async function held() {
    const desk = openDesk();
    const models = [model('a.csv', [point('x')])];
    const site = { models, catalog: await catalogOf(models, desk.context.env) };
    const health = new HealthDesk(() => desk.context);
    const begun = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const query = desk.service.querySeries.bind(desk.service);
    desk.service.querySeries = async (...args) => {
      begun.resolve();
      await answer.promise;
      return query(...args);
    };
    return { desk, site, health, begun: begun.promise, answer };
  }

  it('asks once for all who want to know, and stops when the last of them goes', async () => {
    const { desk, site, health, begun, answer } = await held();
    const first = new AbortController();
    const second = new AbortController();
    const stopped: boolean[] = [];
    const checks = [health.check(SITE, site, first.signal), health.check(SITE, site, second.signal)];
    await begun;
    first.abort();
    stopped.push(health.isChecking(SITE));
    second.abort();
    answer.resolve();
    await Promise.all(checks);
    // Broken off after the question that was under way.
    expect([stopped, desk.service.asked.length, health.isChecking(SITE)]).toEqual([[true], 1, false]);
    expect((await health.book(SITE, site)).files).toMatchObject([{ unchecked: 1 }]);
    expect(await health.check(SITE, site, new AbortController().signal)).toBe(null);
    expect((await health.book(SITE, site)).files).toMatchObject([{ unknown: 1 }]);
  });

  it('goes on for those who still want to know when one of them goes', async () => {
    const { site, health, begun, answer } = await held();
    const first = new AbortController();
    const checks = [
      health.check(SITE, site, first.signal),
      health.check(SITE, site, new AbortController().signal),
    ];
    await begun;
    first.abort();
    answer.resolve();
    await Promise.all(checks);
    expect((await health.book(SITE, site)).files).toMatchObject([{ unknown: 1, unchecked: 0 }]);
  });

  it('begins anew for who asks while a check is broken off', async () => {
    const { site, health, begun, answer } = await held();
    const first = new AbortController();
    const brokenOff = health.check(SITE, site, first.signal);
    await begun;
    first.abort();
    const second = health.check(SITE, site, new AbortController().signal);
    answer.resolve();
    expect(await second).toBe(null);
    await brokenOff;
    expect(health.isChecking(SITE)).toBe(false);
    expect((await health.book(SITE, site)).files).toMatchObject([{ unknown: 1 }]);
  });
  it('makes the book anew when it is no longer young, by whatever clock, and however long it took', async () => {
    const desk = openDesk();
    const models = [model('a.csv', [point('x')])];
    const site = { models, catalog: await catalogOf(models, desk.context.env) };
    let now = NOW;
    const health = new HealthDesk(() => ({
      ...desk.context,
      env: { ...desk.context.env, now: () => now },
    }));
    const book = await health.book(SITE, site);
    now += 500;
    expect(await health.book(SITE, site)).toBe(book);
    now -= DAY;
    const second = await health.book(SITE, site);
    expect(second).not.toBe(book);
    // The computer slept while it was made.
    now += 2000;
    const third = health.book(SITE, site);
    now += DAY;
    const made = await third;
    now += 2 * 60_000;
    expect(await health.book(SITE, site)).not.toBe(made);
  });

  it('asks nothing for who is gone by then', async () => {
    const desk = openDesk();
    const models = [model('a.csv', [point('x')])];
    const site = { models, catalog: await catalogOf(models, desk.context.env) };
    const health = new HealthDesk(() => desk.context);
    expect(await health.check(SITE, site, AbortSignal.abort())).toBeNull();
    expect(desk.service.asked).toEqual([]);
  });
});
