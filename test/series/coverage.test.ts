import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cover, coverageSpans, missing, SETTLE_MS } from '../../main/series/coverage.ts';
import type { Covered } from '../../main/series/ports.ts';
import { fewerIds, lessTime, MOST_IDS, splitQuery } from '../../main/series/split.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 100 * DAY;
const whole = { from: 0, to: 10 * DAY };

describe('coverage', () => {
  it('asks once for what is long past, and again for the last 24 hours', () => {
    const fetched = cover([], { from: 0, to: 10 * DAY, fetchedAt: 10 * DAY });
    expect(missing(fetched, whole)).toEqual([{ from: 9 * DAY, to: 10 * DAY }]);
    expect(missing(cover([], { from: 0, to: 10 * DAY, fetchedAt: NOW }), whole)).toEqual([]);
    expect(missing([], whole)).toEqual([whole]);
  });

  it('stays a few rows long however often a chart is refreshed', () => {
    let coverage: readonly Covered[] = [];
    for (let at = NOW; at < NOW + 3 * HOUR; at += 30_000) {
      for (const { from, to } of missing(coverage, { from: at - 7 * DAY, to: at })) {
        coverage = cover(coverage, { from, to, fetchedAt: at });
      }
    }
    expect(coverage).toHaveLength(2);
  });

  it('never asks for what is settled, never leaves out what is not', () => {
    const part = fc.tuple(fc.nat(50), fc.nat(50), fc.nat(100)).map(([a, b, at]) => ({
      from: Math.min(a, b) * HOUR,
      to: (Math.max(a, b) + 1) * HOUR,
      fetchedAt: at * HOUR,
    }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (fetches) => {
        const coverage = fetches.reduce<readonly Covered[]>(cover, []);
        const asked = missing(coverage, { from: 0, to: 60 * HOUR });
        for (let hour = 0; hour < 60; hour += 1) {
          const last = fetches.findLast((each) => each.from <= hour * HOUR && hour * HOUR < each.to);
          const settled = last !== undefined && last.fetchedAt - SETTLE_MS > hour * HOUR;
          const isAsked = asked.some((each) => each.from <= hour * HOUR && hour * HOUR < each.to);
          expect([hour, isAsked]).toEqual([hour, !settled]);
        }
        expect(coverage.every((each, at) => each.from >= (coverage[at - 1]?.to ?? 0))).toBe(true);
      }),
    );
  });

  it('tells samples, fetched but empty, and never fetched apart', () => {
    const heads = [{ day: 2, count: 3, firstAt: 2 * DAY, lastAt: 2 * DAY + HOUR, step: 60_000 }];
    const coverage = [{ from: DAY, to: 4 * DAY, fetchedAt: NOW }];
    expect(coverageSpans(coverage, heads, { from: 0, to: 5 * DAY })).toEqual([
      { from: 0, to: DAY, state: 'never' },
      { from: DAY, to: 2 * DAY, state: 'empty' },
      { from: 2 * DAY, to: 3 * DAY, state: 'fetched' },
      { from: 3 * DAY, to: 4 * DAY, state: 'empty' },
      { from: 4 * DAY, to: 5 * DAY, state: 'never' },
    ]);
  });
});

describe('splitting a query', () => {
  it('covers every id and instant once, in requests of bounded size', () => {
    const ids = Array.from({ length: 230 }, (_, at) => `p${at}`);
    const range = { from: 0, to: 7 * DAY };
    const requests = splitQuery(
      ids.map((id, at) => ({ id, ranges: [range], step: at % 2 === 0 ? 900_000 : null })),
    );
    expect(requests.every((each) => each.ids.length <= MOST_IDS)).toBe(true);
    for (const id of ids) {
      const mine = requests.filter((each) => each.ids.includes(id)).sort((a, b) => a.from - b.from);
      expect(mine[0]!.from).toBe(0);
      expect(mine.at(-1)!.to).toBe(7 * DAY);
      expect(mine.every((each, at) => at === 0 || each.from === mine[at - 1]!.to)).toBe(true);
    }
  });

  it('asks for a long stretch in parts, and halves what was too large', () => {
    const year = splitQuery([{ id: 'a', ranges: [{ from: 0, to: 365 * DAY }], step: 60_000 }]);
    expect(year.length).toBeGreaterThan(8);
    expect(fewerIds({ ids: ['a', 'b', 'c'], from: 0, to: DAY }, 2)).toEqual([
      { ids: ['a', 'b'], from: 0, to: DAY },
      { ids: ['c'], from: 0, to: DAY },
    ]);
    expect(fewerIds({ ids: ['a', 'b'], from: 0, to: DAY }, 8)?.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
    expect(fewerIds({ ids: ['a'], from: 0, to: DAY }, 2)).toBeNull();
    expect(lessTime({ ids: ['a'], from: 0, to: DAY })).toEqual([
      { ids: ['a'], from: 0, to: DAY / 2 },
      { ids: ['a'], from: DAY / 2, to: DAY },
    ]);
    expect(lessTime({ ids: ['a'], from: 0, to: 1000 })).toBeNull();
  });
});
