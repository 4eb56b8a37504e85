import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimator } from '../../shared/series/decimate.ts';
import { gapLimit, usualInterval, withGaps } from '../../shared/series/gaps.ts';
import { StatisticsTally, type Statistics } from '../../shared/series/statistics.ts';
import { decimate, longerThan } from '../support/decimate.ts';
import { ownWorkOf } from '../support/measures/own-work.ts';

const list = (...numbers: number[]): Float64Array => Float64Array.from(numbers);

/** The same rule written for clarity: what each column must hold. */
function plainM4(times: Float64Array, values: Float64Array, from: number, to: number, columns: number) {
  const width = (to - from) / columns;
  const byColumn = new Map<number, number[]>();
  for (let at = 0; at < times.length; at += 1) {
    if (times[at]! < from || times[at]! >= to) continue;
    const column = Math.floor((times[at]! - from) / width);
    byColumn.set(column, [...(byColumn.get(column) ?? []), at]);
  }
  return [...byColumn.values()].flatMap((all) => {
    const numbers = all.filter((at) => !Number.isNaN(values[at]!));
    const low = numbers.toSorted((a, b) => values[a]! - values[b]! || a - b)[0];
    const high = numbers.toSorted((a, b) => values[b]! - values[a]! || a - b)[0];
    const kept = new Set([all[0]!, all.at(-1)!, ...(low === undefined ? [] : [low, high!])]);
    return [...kept].sort((a, b) => a - b).map((at) => [times[at], values[at]]);
  });
}

const series = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 5000 }),
      fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(Number.NaN)),
    ),
    {
      maxLength: 200,
    },
  )
  .map((points) => {
    const sorted = [...new Map(points).entries()].sort(([a], [b]) => a - b);
    return {
      times: list(...sorted.map(([time]) => time)),
      values: list(...sorted.map(([, value]) => value)),
    };
  });

describe('thinning a series', () => {
  it('keeps first, lowest, highest and last of every column', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 12 }), ({ times, values }, columns) => {
        const decimator = new Decimator(1000, 4000, columns);
        decimator.push(times, values);
        const thinned = decimator.finish();
        const got = Array.from(thinned.times, (time, at) => [time, thinned.values[at]]);
        expect(got).toEqual(plainM4(times, values, 1000, 4000, columns));
      }),
      { numRuns: 500 },
    );
  });

  it('counts a sample on the border of two columns to the later one, however the border is rounded', () => {
    const [day, columns] = [24 * 3_600_000, 112];
    const from = Date.UTC(2026, 4, 19);
    for (let border = 7; border < columns; border += 7) {
      const start = from + (border * day) / columns;
      const decimator = new Decimator(from, from + day, columns);
      decimator.push(
        list(start - 1000, start, start + 1000, start + 2000, start + 3000),
        list(5, 2, 2, 2, 2),
      );
      // The one before, and of the column the first and the last: all are equally high.
      expect([border, decimator.finish().times]).toEqual([border, list(start - 1000, start, start + 3000)]);
    }
  });

  it('is the same in one piece or in many', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 50 }), ({ times, values }, size) => {
        const one = new Decimator(0, 5001, 7, longerThan(400));
        one.push(times, values);
        const many = new Decimator(0, 5001, 7, longerThan(400));
        for (let at = 0; at < times.length; at += size) {
          many.push(times.subarray(at, at + size), values.subarray(at, at + size));
        }
        expect(many.finish()).toEqual(one.finish());
      }),
    );
  });

  it('leaves few samples as they are', () => {
    const all = decimate(list(1, 2, 3, 9), list(5, Number.NaN, 7, 8), 2, 9, 10);
    expect(all).toEqual({ times: list(2, 3), values: list(Number.NaN, 7), whole: true });
  });

  it('loses no spike among millions', () => {
    const times = new Float64Array(1_000_000).map((_, at) => at * 1000);
    const values = new Float64Array(1_000_000);
    values[777_777] = 99;
    values[777_779] = -99;
    const thinned = decimate(times, values, 0, 1e9, 1000);
    expect(thinned.whole).toBe(false);
    expect(thinned.times.length).toBeLessThanOrEqual(4000);
    expect([...thinned.values]).toContain(99);
    expect([...thinned.values]).toContain(-99);
  });

  it('marks a gap between columns, once', () => {
    const times = list(
      ...Array.from({ length: 100 }, (_, at) => at),
      ...Array.from({ length: 100 }, (_, at) => 900 + at),
    );
    const thinned = decimate(times, new Float64Array(200).fill(1), 0, 1000, 10, 30);
    const marks = [...thinned.times].filter((_, at) => Number.isNaN(thinned.values[at]!));
    expect(marks).toEqual([100]);
  });

  it('takes 10 million samples well within a frame of patience', () => {
    const times = new Float64Array(10_000_000).map((_, at) => at * 60_000);
    const values = new Float64Array(10_000_000).map((_, at) => (at * 7919) % 1000);
    // Some 60 ms; the bound leaves room for a slow machine.
    expect(ownWorkOf(() => void decimate(times, values, 0, 6e11, 2000))).toBeLessThan(1000);
  });
});

describe('gaps', () => {
  it('are longer than three usual pauses', () => {
    expect(usualInterval(list(0, 60, 120, 500, 560))).toBe(60);
    expect(usualInterval(list(5))).toBeNull();
    expect(gapLimit(60)).toBe(180);
    expect(withGaps({ times: list(0, 60, 240, 421), values: list(1, 2, 3, 4) }, longerThan(180))).toEqual({
      times: list(0, 60, 240, 241, 421),
      values: list(1, 2, 3, Number.NaN, 4),
    });
  });
});

describe('statistics', () => {
  it('count values only, of the part that is named', () => {
    const values = list(100, 5, Number.NaN, -1, 100);
    const statisticsOf = (start: number, end: number): Statistics => {
      const tally = new StatisticsTally();
      tally.push(values, start, end);
      return tally.result();
    };
    expect(statisticsOf(1, 4)).toEqual({
      count: 2,
      min: -1,
      max: 5,
      mean: 2,
      first: 5,
      last: -1,
    });
    expect(statisticsOf(2, 3)).toEqual({
      count: 0,
      min: null,
      max: null,
      mean: null,
      first: null,
      last: null,
    });
  });
});
