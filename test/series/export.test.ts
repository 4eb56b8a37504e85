import { describe, expect, it } from 'vitest';
import { exportPiece } from '../../main/series/export.ts';
import { readSeries } from '../../main/series/read.ts';
import { packSamples } from '../../main/app/series/pack.ts';
import { csvPieces } from '../../shared/series/csv.ts';
import { DAY, HOUR, NOW, openDesk, SITE, type Desk } from './desk.ts';

const signal = new AbortController().signal;
const read = (desk: Desk, ids: readonly string[], from: number, to: number) =>
  readSeries(desk.context, { site: SITE, ids, from, to }, { maxPoints: null, fetch: true, signal });

describe('the export of every sample', () => {
  it.each([
    ['some days a piece', 10_000, 9 * DAY],
    ['parts of a day a piece', 1000, DAY + 5 * HOUR],
  ])('is one table whatever the pieces: %s', async (_, step, length) => {
    const desk = openDesk();
    desk.service.step = step;
    desk.service.known.set('a', (at) => Math.sin(at / 1e6));
    desk.service.known.set('b', (at) => (at % 7000 === 0 ? Number.NaN : 1));
    const range = { from: NOW - length, to: NOW };
    const series = [
      { id: 'a', label: 'Supply air, north', unit: '°C' },
      { id: 'b', label: 'b', unit: null },
    ];
    const { series: all } = await read(desk, ['a', 'b'], range.from, range.to);
    const table = { site: SITE, series, range, zone: 'Europe/Berlin' };
    const pieces: string[] = [];
    const [counts, told]: [number[], (number | null)[]] = [[], []];
    for (let at: number | null = null; ;) {
      const piece = await exportPiece(desk.context, table, at, signal);
      pieces.push(piece.text);
      counts.push(piece.samples);
      told.push(piece.of);
      if (piece.next === null) break;
      expect(piece.next).toBeGreaterThan(at ?? 0);
      at = piece.next;
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map((text) => text.length))).toBeLessThan(8e6);
    // The range begins amid a day, and ends amid one.
    const count = all.reduce((sum, { times }) => sum + times.length, 0);
    expect(counts.reduce((sum, each) => sum + each)).toBe(count);
    const [first, ...others] = told;
    expect(Math.abs(first! - count) / count).toBeLessThan(0.01);
    expect(others.every((each) => each === null)).toBe(true);
    const columns = all.map(({ times, values }, at) => ({ ...series[at]!, times, values }));
    expect(pieces.join('') === [...csvPieces(columns, 'Europe/Berlin')].join('')).toBe(true);
    expect(pieces[0]!.split('\r\n')[0]).toBe('utc,site time (Europe/Berlin),"Supply air, north (a) [°C]",b');
  });

  it('looks for the end of a piece at no more days than it may need', async () => {
    const desk = openDesk();
    desk.service.step = 60_000;
    desk.service.known.set('a', () => 1);
    const range = { from: NOW - 900 * DAY, to: NOW };
    await read(desk, ['a'], range.from, range.to);
    const days: number[] = [];
    const { store } = desk.context;
    const looked = {
      ...store,
      heads: (...[place, id, from, to]: Parameters<typeof store.heads>) => {
        days.push(to - from);
        return store.heads(place, id, from, to);
      },
    };
    const series = [{ id: 'a', label: null, unit: null }];
    const table = { site: SITE, series, range, zone: 'UTC' };
    const { next } = await exportPiece({ ...desk.context, store: looked }, table, null, signal);
    expect(next).toBeLessThan(NOW - 800 * DAY);
    expect(Math.max(...days)).toBeLessThan(100);
  });

  it('finds the end of a range in which hardly anything is', async () => {
    const desk = openDesk();
    desk.service.step = 30 * DAY;
    desk.service.known.set('a', () => 1);
    const range = { from: NOW - 3000 * DAY, to: NOW };
    await read(desk, ['a'], range.from, range.to);
    const table = { site: SITE, series: [{ id: 'a', label: null, unit: null }], range, zone: 'UTC' };
    const piece = await exportPiece(desk.context, table, null, signal);
    expect([piece.next, piece.text.split('\n').length]).toEqual([null, 102]);
  });

  it('is a header alone where nothing is here', async () => {
    const desk = openDesk();
    const series = [{ id: 'a', label: null, unit: null }];
    const range = { from: NOW - DAY, to: NOW };
    expect(await exportPiece(desk.context, { site: SITE, series, range, zone: 'UTC' }, null, signal)).toEqual(
      {
        text: 'utc,site time (UTC),a\r\n',
        next: null,
        samples: 0,
        of: 0,
      },
    );
    expect(desk.service.asked).toEqual([]);
  });
});

describe('a margin around what is asked', () => {
  it.each([
    ['every sample', 600_000, 100_000],
    ['thinned', 60_000, 400],
    ['thinned by rollups', 60_000, 40],
  ])('has samples and coverage beside it, and no say in the statistics: %s', async (_, step, maxPoints) => {
    const desk = openDesk();
    desk.service.step = step;
    desk.service.known.set('a', (at) => Math.floor(at / HOUR));
    await read(desk, ['a'], NOW - 12 * DAY, NOW - 2 * DAY);
    desk.service.asked.length = 0;
    const [from, to] = [NOW - 7 * DAY - HOUR / 2, NOW - 5 * DAY + HOUR / 2];
    const exact = (await read(desk, ['a'], from, to)).series[0]!;
    const options = { maxPoints, margin: 6 * DAY, fetch: true, signal };
    const { series, stale } = await readSeries(desk.context, { site: SITE, ids: ['a'], from, to }, options);
    const { mean, ...stats } = exact.stats;
    expect(series[0]!.stats).toMatchObject(stats);
    expect(series[0]!.stats.mean).toBeCloseTo(mean!, 6);
    expect([desk.service.asked, stale]).toEqual([[], false]);
    expect(series[0]!.times[0]).toBeLessThan(NOW - 12 * DAY + HOUR);
    expect(series[0]!.times.at(-1)).toBeGreaterThan(NOW - 2 * DAY - HOUR);
    expect(series[0]!.coverage.map(({ state }) => state)).toEqual(['never', 'fetched', 'never']);
  });
});

describe('an answer that is large', () => {
  it('is stored in parts, and is there whole', async () => {
    const desk = openDesk();
    desk.service.step = 2500;
    desk.service.known.set('a', (at) => at % 1009);
    const { series } = await read(desk, ['a'], NOW - 2 * DAY, NOW);
    expect(series[0]!.times.length).toBe((2 * DAY) / 2500);
    expect(series[0]!.values.every((value, at) => value === series[0]!.times[at]! % 1009)).toBe(true);
    expect(desk.mirror.series.facts({ origin: 'https://a.test', site: SITE }, ['a'])[0]!.coverage).toEqual([
      { from: NOW - 2 * DAY, to: NOW - DAY, fetchedAt: NOW },
      { from: NOW - DAY, to: NOW, fetchedAt: NOW },
    ]);
  });

  it('crosses the bridge as it is', () => {
    const times = Float64Array.of(1, 2, 3).subarray(1);
    const text = packSamples({ times, values: Float64Array.of(0.1 + 0.2, Number.NaN) });
    const bytes = Buffer.from(text, 'base64');
    const back = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    expect([...back]).toEqual([2, 3, 0.1 + 0.2, Number.NaN]);
  });
});
