import { describe, expect, it } from 'vitest';
import { chooseEvictions } from '../../main/series/evict.ts';
import { readSeries, type ReadOptions } from '../../main/series/read.ts';
import { parseSiteId } from '../../shared/model/ids.ts';
import { ALL, DAY, deskWith, failure, HOUR, NOW, openDesk, SITE, week } from './desk.ts';

describe('reading series', () => {
  it('fetches what is missing, then the last 24 hours alone', async () => {
    const desk = deskWith('a', 'b');
    const first = await week(desk, ['a', 'b']);
    expect(first).toMatchObject({ stale: false, trouble: null, fetchedAt: NOW });
    expect(first.series.map(({ id, times, known }) => [id, times.length, known])).toEqual([
      ['a', 1008, true],
      ['b', 1008, true],
    ]);
    expect(desk.service.asked).toEqual([{ ids: ['a', 'b'], from: NOW - 7 * DAY, to: NOW }]);
    desk.service.asked.length = 0;
    desk.now += HOUR;
    desk.service.ends = desk.now;
    const second = await week(desk, ['a']);
    expect(desk.service.asked).toEqual([{ ids: ['a'], from: NOW - DAY, to: desk.now }]);
    expect(second.series[0]?.times.length).toBe(1008);
    expect(second.series[0]?.times.at(-1)).toBe(desk.now - 600_000);
  });

  it('tells how much of what is missing has come', async () => {
    const desk = deskWith('a', 'b');
    const shares: number[] = [];
    const from = NOW - 900 * DAY;
    const onShare = (share: number): void => void shares.push(share);
    const question = { site: SITE, ids: ['a', 'b'], from, to: NOW };
    await readSeries(desk.context, question, { ...ALL, onShare });
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    // Of what is asked for again, and not of the whole range.
    shares.length = 0;
    await readSeries(desk.context, question, { ...ALL, onShare });
    expect(shares).toEqual([1]);
  });

  it('takes what another question brings while it reads', async () => {
    const desk = deskWith('a');
    desk.service.step = HOUR;
    const range = { from: NOW - 100 * DAY, to: NOW };
    await readSeries(desk.context, { site: SITE, ids: ['a'], ...range }, ALL);
    desk.service.step = 600_000;
    let now = NOW;
    let asked = false;
    const env = {
      // Time for others after each piece of work.
      now: () => (now += 10),
      sleep: async () => {
        if (asked) return;
        asked = true;
        await week(desk);
      },
    };
    const context = { ...desk.context, env };
    const { series } = await readSeries(
      context,
      { site: SITE, ids: ['a'], ...range },
      { ...ALL, fetch: false },
    );
    expect(asked).toBe(true);
    expect(series[0]?.times.length).toBe(99 * 24 + 144);
  });

  it('takes the start, leaves the end out, and gives every value to the digit', async () => {
    const desk = openDesk();
    desk.service.known.set('a', (at) => (at === NOW - HOUR ? Number.NaN : 0.1 + 0.2));
    const { series } = await readSeries(
      desk.context,
      { site: SITE, ids: ['a'], from: NOW - HOUR, to: NOW - HOUR + 1_200_000 },
      ALL,
    );
    expect([...series[0]!.times]).toEqual([NOW - HOUR, NOW - HOUR + 600_000]);
    expect([...series[0]!.values]).toEqual([Number.NaN, 0.1 + 0.2]);
    expect(series[0]!.stats).toMatchObject({ count: 1, mean: 0.1 + 0.2 });
  });

  it('answers from what is here without the service, and says since when', async () => {
    const desk = deskWith('a');
    await week(desk);
    desk.now += 3 * HOUR;
    desk.service.failure = failure('offline');
    const offline = await week(desk, ['a', 'never']);
    expect(offline).toMatchObject({ stale: true, trouble: { code: 'offline' }, fetchedAt: NOW });
    const [a, never] = offline.series;
    expect(a?.times.length).toBe(1008 - 18);
    expect(a?.coverage).toEqual([
      { from: desk.now - 7 * DAY, to: NOW, state: 'fetched' },
      { from: NOW, to: desk.now, state: 'never' },
    ]);
    expect(never).toMatchObject({ known: null, fetchedAt: null, interval: null });
    expect(never?.coverage).toEqual([{ from: desk.now - 7 * DAY, to: desk.now, state: 'never' }]);
  });

  it('says as of when the newest data is, whatever older part was asked for again', async () => {
    const desk = deskWith('a');
    await week(desk);
    desk.now += 5 * HOUR;
    await readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 6 * DAY, to: NOW - DAY / 2 }, ALL);
    desk.service.failure = failure('offline');
    expect(await week(desk)).toMatchObject({ fetchedAt: NOW, series: [{ fetchedAt: NOW }] });
  });

  it('remembers that there was nothing', async () => {
    const desk = deskWith();
    const old = (): ReturnType<typeof readSeries> =>
      readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 9 * DAY, to: NOW - 5 * DAY }, ALL);
    expect((await old()).series[0]).toMatchObject({
      known: null,
      coverage: [{ from: NOW - 9 * DAY, to: NOW - 5 * DAY, state: 'empty' }],
    });
    await old();
    expect(desk.service.asked).toHaveLength(1);
  });

  it('asks again for a gap of the last month, which a gateway may have filled by now', async () => {
    const desk = deskWith('a', 'b');
    const fixed = (): ReturnType<typeof readSeries> =>
      readSeries(desk.context, { site: SITE, ids: ['a', 'b'], from: NOW - 7 * DAY, to: NOW }, ALL);
    desk.service.ends = NOW - 3 * DAY;
    expect((await fixed()).series[0]?.times.length).toBe(576);
    desk.now += 2 * DAY;
    desk.service.ends = desk.now;
    desk.service.asked.length = 0;
    expect((await fixed()).series.map(({ times }) => times.length)).toEqual([1008, 1008]);
    expect(desk.service.asked).toEqual([{ ids: ['a', 'b'], from: NOW - 3 * DAY - HOUR, to: NOW }]);
    expect(await fixed()).toMatchObject({ stale: false });
    expect(desk.service.asked).toHaveLength(1);
  });

  it('asks for a gap that stays once an hour, and for none of long ago', async () => {
    const desk = deskWith('a');
    desk.service.ends = NOW - 3 * DAY;
    await week(desk);
    desk.service.asked.length = 0;
    const fixed = { ...ALL };
    for (const [later, asked] of [
      [2 * DAY, 1],
      [HOUR / 2, 0],
      [HOUR, 1],
      [40 * DAY, 0],
    ] as const) {
      desk.now += later;
      desk.service.asked.length = 0;
      await readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 7 * DAY, to: NOW }, fixed);
      expect([later, desk.service.asked.length]).toEqual([later, asked]);
    }
  });

  it('knows how far a series reaches only where all was asked from there up to now', async () => {
    const desk = deskWith('a');
    desk.service.ends = NOW - 30 * DAY;
    const read = (from: number, to: number) =>
      readSeries(desk.context, { site: SITE, ids: ['a'], from, to }, ALL);
    const checked = () => desk.mirror.series.facts({ origin: 'https://a.test', site: SITE }, ['a'])[0]!;
    await read(NOW - 60 * DAY, NOW - 40 * DAY);
    expect(checked()).toMatchObject({ lastAt: NOW - 40 * DAY - 600_000, checkedAt: null });
    await read(NOW - 7 * DAY, NOW);
    expect(checked().checkedAt).toBeNull();
    await read(NOW - 40 * DAY, NOW);
    expect(checked()).toMatchObject({ lastAt: NOW - 30 * DAY - 600_000, checkedAt: NOW });
  });

  it('knows the newest value from the newest sample, and that a series without any value is there', async () => {
    const desk = deskWith('a', 'none');
    desk.service.known.set('a', (at) => (at < NOW - HOUR ? 1 : Number.NaN));
    desk.service.known.set('none', () => Number.NaN);
    const { series } = await week(desk, ['a', 'none']);
    expect(series).toMatchObject([
      { lastAt: NOW - HOUR - 600_000, known: true },
      { lastAt: null, known: true },
    ]);
  });

  it('drops a sample that the service took back, in the asked range only', async () => {
    const desk = deskWith('a');
    await week(desk);
    desk.service.begins = NOW - 2 * HOUR;
    desk.now += 1;
    const { series } = await week(desk);
    const gone = [...series[0]!.times].filter((at) => at >= NOW - DAY && at < NOW - 2 * HOUR);
    expect(gone).toEqual([]);
    expect(series[0]!.times[0]).toBeLessThan(NOW - 6 * DAY);
  });

  it('does not count as fetched what lies ahead of this clock, but shows what came', async () => {
    const desk = deskWith('a');
    desk.service.ends = NOW + 2 * HOUR;
    const read = () =>
      readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - DAY, to: NOW + DAY }, ALL);
    const { series } = await read();
    expect(series[0]!.times.at(-1)).toBe(NOW + 2 * HOUR - 600_000);
    expect(series[0]!.coverage.at(-1)).toMatchObject({ to: NOW + DAY, state: 'never' });
  });

  it('keeps the series of two services apart', async () => {
    const desk = deskWith('a');
    await week(desk);
    const other = { ...desk.context, origin: 'https://b.test', service: null };
    const answer = await readSeries(other, { site: SITE, ids: ['a'], from: NOW - DAY, to: NOW }, ALL);
    expect(answer).toMatchObject({ fetchedAt: null, trouble: { code: 'sign-in' } });
  });
});

describe('long ranges', () => {
  it('are thinned by rollups to what the samples themselves would show', async () => {
    const desk = openDesk();
    desk.service.step = 60_000;
    const spike = NOW - 100 * DAY;
    const value = (at: number) => (at === spike ? 999.5 : Math.round(Math.sin(at / 1e7) * 200) / 10);
    desk.service.known.set('a', value);
    const from = NOW - 200 * DAY;
    const all = (await readSeries(desk.context, { site: SITE, ids: ['a'], from, to: NOW }, ALL)).series[0]!;
    const some = { ...ALL, maxPoints: 800, fetch: false };
    const thinned = (await readSeries(desk.context, { site: SITE, ids: ['a'], from, to: NOW }, some))
      .series[0]!;
    expect(all.times.length).toBe(200 * 1440);
    expect(thinned).toMatchObject({ whole: false, interval: 60_000 });
    expect(thinned.times.length).toBeLessThanOrEqual(1000);
    expect(thinned.times.length).toBeGreaterThan(400);
    expect([...thinned.values]).toContain(999.5);
    const { mean, ...exact } = all.stats;
    expect(thinned.stats).toMatchObject(exact);
    expect(thinned.stats.mean).toBeCloseTo(mean!, 9);
    for (const [at, time] of thinned.times.entries()) expect(thinned.values[at]).toBe(value(time));
  });

  it('say how many samples have no value, thinned or not', async () => {
    const desk = openDesk();
    const range = { site: SITE, ids: ['a'], from: NOW - 130 * DAY, to: NOW - 2 * DAY };
    const all = Array.from(
      { length: 128 * 24 },
      (_, at) => [range.from + at * HOUR, at % 5 || Number.NaN] as const,
    );
    desk.service.samples.set('a', all);
    await readSeries(desk.context, range, ALL);
    for (const maxPoints of [null, 100_000, 1000, 100]) {
      const { series } = await readSeries(desk.context, range, { ...ALL, fetch: false, maxPoints });
      expect([maxPoints, series[0]!.without, series[0]!.stats.count]).toEqual([maxPoints, 615, 2457]);
    }
  });

  it('counts no fewer samples than have a value where more of a day comes while a long range is read', async () => {
    const MINUTES = 5 * 60_000;
    let clock = NOW;
    let onPause = async (): Promise<void> => undefined;
    // Each look at the clock takes so long that it pauses wherever it may.
    const desk = openDesk({ env: { now: () => (clock += 10), sleep: () => onPause() } });
    const range = { site: SITE, ids: ['a'], from: NOW - 130 * DAY, to: NOW - 2 * DAY };
    const every = (step: number): [number, number][] =>
      Array.from({ length: (range.to - range.from) / step }, (_, at) => [range.from + at * step, at % 7]);
    desk.service.samples.set('a', every(2 * MINUTES));
    await readSeries(desk.context, range, ALL);
    desk.service.samples.set('a', every(MINUTES));
    onPause = async () => {
      onPause = async () => undefined;
      await readSeries(desk.context, { ...range, from: range.to - 5 * DAY }, { ...ALL, again: true });
    };
    const { series } = await readSeries(desk.context, range, { ...ALL, fetch: false, maxPoints: 100 });
    expect(series[0]!.stats.count).toBeGreaterThan(every(2 * MINUTES).length);
    expect(series[0]!.without).toBe(0);
  });

  it('show a gap as a gap, thinned or not', async () => {
    const desk = openDesk();
    desk.service.known.set('a', () => 1);
    await readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 20 * DAY, to: NOW - 12 * DAY }, ALL);
    await readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 8 * DAY, to: NOW }, ALL);
    for (const maxPoints of [200, 100_000]) {
      const options = { ...ALL, maxPoints, fetch: false };
      const { series } = await readSeries(
        desk.context,
        { site: SITE, ids: ['a'], from: NOW - 20 * DAY, to: NOW },
        options,
      );
      const gaps = [...series[0]!.times].filter((_, at) => Number.isNaN(series[0]!.values[at]!));
      expect([maxPoints, gaps.length]).toEqual([maxPoints, 1]);
      expect(gaps[0]).toBeGreaterThan(NOW - 12 * DAY - HOUR);
      expect(gaps[0]).toBeLessThan(NOW - 8 * DAY);
    }
  });
});

describe('a clock that was ahead during one look', () => {
  it.each([
    ['nothing stays hidden once it is right', null],
    ['nothing stays hidden where the service tells the time', NOW],
  ])('%s', async (_what, time) => {
    const desk = deskWith('a');
    desk.service.time = time;
    desk.now = NOW + 60 * DAY;
    await readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 7 * DAY, to: desk.now }, ALL);
    // Where the service tells the time, it may be looked at only once the wrong one has come.
    desk.now = desk.service.ends = NOW + (time === null ? 30 : 100) * DAY;
    const later = await readSeries(
      desk.context,
      { site: SITE, ids: ['a'], from: NOW, to: NOW + 30 * DAY },
      ALL,
    );
    expect(later).toMatchObject({ stale: false, trouble: null });
    expect(later.series[0]?.times).toHaveLength(30 * 144);
  });
});

it.each([
  [NOW - 999, NOW],
  [NOW - 1000, NOW - 1000],
  [NOW + 5000, NOW],
])('a service that says %i now, to the second, answered at %i', async (time, at) => {
  const desk = deskWith('a');
  desk.service.time = time;
  expect(await week(desk)).toMatchObject({ fetchedAt: at });
});

it('what is here stays known while the clock is behind and the service is away', async () => {
  const desk = deskWith('a');
  const look = () =>
    readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 80 * DAY, to: NOW - 70 * DAY }, ALL);
  await look();
  desk.now = NOW - DAY;
  desk.service.failure = failure('offline');
  const { series, fetchedAt } = await look();
  expect(series[0]).toMatchObject({ coverage: [{ state: 'fetched' }], times: { length: 1440 } });
  // No time to come.
  expect(fetchedAt).toBeLessThanOrEqual(desk.now + HOUR);
  expect(fetchedAt).toBeGreaterThan(0);
});

it('what a clock noted that was ahead is asked for once more, and no time to come is shown of it', async () => {
  const desk = deskWith('a');
  const look = (options: ReadOptions = ALL) =>
    readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 80 * DAY, to: NOW - 70 * DAY }, options);
  desk.now = NOW + 400 * DAY;
  await readSeries(desk.context, { site: SITE, ids: ['a'], from: NOW - 100 * DAY, to: NOW - 40 * DAY }, ALL);
  [desk.now, desk.service.time] = [NOW, NOW];
  desk.service.asked.length = 0;
  for (let times = 0; times < 3; times++) expect((await look()).fetchedAt).toBe(NOW);
  expect(desk.service.asked).toHaveLength(1);
  expect(await look({ ...ALL, fetch: false })).toMatchObject({ stale: false, fetchedAt: NOW });
});

describe('the limit of the cache', () => {
  it('drops those looked at longest ago, never of a site that is kept offline', () => {
    const other = parseSiteId('site-2')!;
    const sizes = [
      { key: 1, site: SITE, bytes: 50, usedAt: 1 },
      { key: 2, site: other, bytes: 50, usedAt: 3 },
      { key: 3, site: other, bytes: 50, usedAt: 2 },
      { key: 4, site: other, bytes: 50, usedAt: 4 },
    ];
    const keys = (limit: number) => chooseEvictions(sizes, limit, new Set([SITE])).map(({ key }) => key);
    expect([keys(200), keys(199), keys(140), keys(0)]).toEqual([[], [3], [3, 2], [3, 2, 4]]);
  });

  it('holds after a read; what was dropped is fetched again', async () => {
    const desk = openDesk({ limitBytes: 1 });
    desk.service.known.set('a', (at) => at);
    expect((await week(desk)).series[0]!.times.length).toBe(1008);
    expect(desk.mirror.series.sizes()).toEqual([]);
    expect(desk.mirror.series.facts({ origin: 'https://a.test', site: SITE }, ['a'])[0]!.coverage).toEqual(
      [],
    );
    expect((await week(desk)).series[0]!.times.length).toBe(1008);
  });
});
