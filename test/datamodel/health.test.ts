import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../main/datamodel/catalog.ts';
import { HEALTH_CSV_HEAD, healthCsvLine, healthNote } from '../../main/datamodel/health-csv.ts';
import { healthOf, type HealthBook, type HealthFilter, type Known } from '../../main/datamodel/health.ts';
import { HealthDesk } from '../../main/datamodel/health-desk.ts';
import { openDesk, SITE } from '../series/desk.ts';
import { env, model, point } from './models.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 20, 12);
const clock = { ...env, now: () => NOW };

const FACTS: readonly (readonly [string, Known])[] = [
  ['data', { lastAt: NOW - DAY / 2, emptyAt: null, checkedAt: NOW }],
  ['silent', { lastAt: NOW - 3 * DAY, emptyAt: null, checkedAt: NOW - 5 }],
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

describe('healthOf', () => {
  it('counts for each file; every point has one health, may be duplicated, and is to be mended if it was asked about', async () => {
    const { files, checkedAt } = await book();
    expect(files.slice(0, 2)).toEqual([
      { file: 'a.csv', points: 3, data: 2, silent: 1, unknown: 0, unchecked: 0, duplicated: 2, trouble: 3 },
      { file: 'b.csv', points: 3, data: 1, silent: 0, unknown: 1, unchecked: 1, duplicated: 1, trouble: 2 },
    ]);
    expect(checkedAt).toBe(null);
  });

  it('says since when, and where an id stands besides', async () => {
    const rows = [...(await book()).rows('a.csv', 'all')];
    expect(rows.map(healthNote)).toEqual([
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
  const row = { health: 'data', repeated: null, lastAt: NOW, emptyAt: null, file: 'a.csv', line: 2 } as const;
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
