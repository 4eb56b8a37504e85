import { describe, expect, it } from 'vitest';
import { chooseEvictions } from '../../main/series/evict.ts';
import { readSeries, type ReadOptions } from '../../main/series/read.ts';
import { parseSiteId } from '../../shared/model/ids.ts';
import { DAY, failure, HOUR, NOW, openDesk, SITE, type Desk } from './desk.ts';
import { splitQuery } from '../../main/series/split.ts';

const signal = new AbortController().signal;
const ALL: ReadOptions = { maxPoints: null, fetch: true, signal };

const week = (desk: Desk, ids: readonly string[] = ['a'], options: ReadOptions = ALL) =>
  readSeries(desk.context, { site: SITE, ids, from: desk.now - 7 * DAY, to: desk.now }, options);

function deskWith(...ids: readonly string[]): Desk {
  const desk = openDesk();
  for (const id of ids) desk.service.known.set(id, (at) => (at / 600_000) % 1000);
  return desk;
}

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

  it('tells the newest value of a series, in its range or not, thinned or not, as far as it is here', async () => {
    const desk = deskWith('a');
    desk.service.ends = NOW - DAY;
    const at = NOW - DAY - 600_000;
    const value = (at / 600_000) % 1000;
    const read = async (from: number, to: number, maxPoints: number | null) => {
      const { series } = await readSeries(
        desk.context,
        { site: SITE, ids: ['a'], from, to },
        { ...ALL, maxPoints },
      );
      return series[0]!;
    };
    const thinned = await read(NOW - 30 * DAY, NOW - 600_000, 8);
    expect(thinned).toMatchObject({ whole: false, lastAt: at, lastValue: value, stats: { last: value } });
    expect(await read(NOW - HOUR, NOW, null)).toMatchObject({ lastValue: value, stats: { last: null } });
    expect(await read(NOW - 9 * DAY, NOW - 8 * DAY, null)).toMatchObject({ lastAt: at, lastValue: value });
    // Somebody else asked how far it reaches; that sample never came.
    const later = { id: 'a', lastAt: NOW - HOUR, emptyAt: null };
    desk.mirror.series.setChecked({ origin: 'https://a.test', site: SITE }, [later], NOW);
    expect(await read(NOW - 9 * DAY, NOW - 8 * DAY, null)).toMatchObject({
      lastAt: NOW - HOUR,
      lastValue: null,
    });
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

describe('when the service makes trouble', () => {
  it('asks for less where an answer was too large', async () => {
    const desk = deskWith('a', 'b');
    desk.service.onAsk = ({ ids, from, to }) =>
      ids.length > 1 || to - from > 2 * DAY ? failure('too-large') : null;
    const { series, trouble } = await week(desk, ['a', 'b']);
    expect(trouble).toBeNull();
    expect(series.map(({ times }) => times.length)).toEqual([1008, 1008]);
  });

  it('finds the one id that is refused, and has the others', async () => {
    const desk = deskWith('a', 'bad', 'c');
    desk.service.onAsk = ({ ids }) => (ids.includes('bad') ? failure('refused') : null);
    const { series, trouble, stale } = await week(desk, ['a', 'bad', 'c']);
    expect([trouble?.code, stale]).toEqual(['refused', true]);
    expect(series.map(({ times }) => times.length)).toEqual([1008, 0, 1008]);
  });

  it('asks for an id that is refused no more than once for each stretch of time', async () => {
    const desk = deskWith('bad');
    desk.service.failure = failure('refused');
    expect((await week(desk, ['bad'])).trouble?.code).toBe('refused');
    expect(desk.service.asked).toHaveLength(1);
  });

  it('asks for the parts of a large answer side by side, once one of them was small enough', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `s${n}`);
    const desk = deskWith(...ids);
    let [now, most, before] = [0, 0, 0];
    const { service } = desk;
    const answer = service.querySeries.bind(service);
    service.onAsk = ({ ids: some }) => (some.length > 2 ? failure('too-large') : null);
    service.querySeries = async (...asked) => {
      now += 1;
      if (service.asked.every((each) => each.ids.length > 2)) before = Math.max(before, now);
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return answer(...asked);
    };
    const day = { site: SITE, ids, from: NOW - DAY, to: NOW };
    expect((await readSeries(desk.context, day, ALL)).trouble).toBeNull();
    expect([before, most]).toEqual([1, 4]);
  });

  it('finds the one whose answer cannot be read, and has the others whether they have samples or none', async () => {
    const desk = deskWith('a', 'words', 'c');
    desk.service.unread.add('words').add('silent');
    desk.service.onAsk = ({ ids }) => {
      if (!ids.includes('words')) desk.service.unread.delete('silent');
      return null;
    };
    const { series, trouble } = await week(desk, ['a', 'words', 'silent', 'c']);
    expect(trouble?.code).toBe('not-understood');
    expect(series.map(({ times, coverage }) => [times.length, coverage[0]?.state])).toEqual([
      [1008, 'fetched'],
      [0, 'never'],
      [0, 'empty'],
      [1008, 'fetched'],
    ]);
  });

  it('takes a range of millennia for no more than it can ask for, and for nothing without a service', async () => {
    const desk = deskWith('a');
    desk.service.failure = failure('no-access');
    const millennia = { site: SITE, ids: ['a'], from: -8e15, to: 8e15 };
    expect((await readSeries(desk.context, millennia, ALL)).trouble?.code).toBe('no-access');
    const away = { ...desk.context, service: null };
    expect((await readSeries(away, millennia, ALL)).trouble?.code).toBe('sign-in');
    const wanted = [{ id: 'a', ranges: [{ from: -8e15, to: 8e15 }], step: 1 }];
    expect(splitQuery(wanted).length).toBeLessThanOrEqual(1200);
  });

  it('stops where even the smallest part is too large, or every id is refused', async () => {
    const desk = deskWith('a');
    desk.service.failure = failure('too-large');
    expect((await week(desk)).trouble?.code).toBe('too-large');
    // Halved thirteen times, a week is shorter than two minutes.
    expect(desk.service.asked.length).toBeLessThanOrEqual(15);
    desk.service.asked.length = 0;
    desk.service.failure = failure('refused');
    const ids = Array.from({ length: 500 }, (_, at) => `id ${at}`);
    expect((await week(desk, ids)).trouble?.code).toBe('refused');
    expect(desk.service.asked.length).toBeLessThan(100);
  });

  it('says of a series that cannot be read why, keeps it as it was, and has the others', async () => {
    const desk = deskWith('a', 'words', 'c');
    await week(desk, ['words']);
    desk.service.unread.add('words');
    const { series, trouble } = await week(desk, ['a', 'words', 'c']);
    expect(trouble?.code).toBe('not-understood');
    expect(series.map(({ times }) => times.length)).toEqual([1008, 1008, 1008]);
  });

  it('waits for a busy service, and stops asking where access is refused', async () => {
    const desk = deskWith('a');
    let busy = 2;
    desk.service.onAsk = () => (busy-- > 0 ? failure('busy', { retryAfterMs: 5 }) : null);
    expect((await week(desk)).trouble).toBeNull();
    desk.service.asked.length = 0;
    desk.service.failure = failure('no-access');
    const year = await readSeries(
      desk.context,
      { site: SITE, ids: ['b'], from: NOW - 900 * DAY, to: NOW },
      ALL,
    );
    expect(year.trouble?.code).toBe('no-access');
    expect(desk.service.asked.length).toBeLessThanOrEqual(4);
  });

  /** When a service that always says that it is busy for so long is asked for a week, ms from the first question on. */
  async function askedAt(retryAfterMs: number): Promise<readonly number[]> {
    let now = NOW;
    const desk = openDesk({ env: { now: () => now, sleep: async (ms) => void (now += ms) } });
    const at: number[] = [];
    desk.service.onAsk = () => {
      at.push(now - NOW);
      return failure('busy', { retryAfterMs });
    };
    expect((await week(desk)).trouble).toMatchObject({ code: 'busy', retryAfterMs });
    // Nobody waits for what is not asked again.
    expect(now - NOW).toBe(at.at(-1));
    return at;
  }

  it('asks a service no sooner again than it asks for, and gives up where that is long', async () => {
    const at = await askedAt(5000);
    expect(at.length).toBeGreaterThan(1);
    for (const [n, ms] of at.slice(1).entries()) expect(ms - at[n]!).toBeGreaterThanOrEqual(5000);
    expect(await askedAt(600_000)).toEqual([0]);
  });

  it('sends nothing once it is cancelled', async () => {
    const desk = deskWith('a');
    const { trouble } = await week(desk, ['a'], { ...ALL, signal: AbortSignal.abort() });
    expect(trouble?.code).toBe('cancelled');
    expect(desk.service.asked).toEqual([]);
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
