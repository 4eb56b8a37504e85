import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, decodeDay, encodeDay } from '../../main/series/day-blob.ts';
import { KeptSamples, levelFor, readRollup, rollUp } from '../../main/series/rollup.ts';
import { StatisticsTally } from '../../shared/series/statistics.ts';
import { decimate } from '../support/decimate.ts';

const number = fc.oneof(
  fc.double({ noDefaultInfinity: true }),
  fc.integer({ min: -40_000, max: 40_000 }).map((int) => int / 10),
  fc.constantFrom(-0, 0, Number.NaN, 1e-5, 21.35, -32_768, 32_767, 2 ** 31, 0.1 + 0.2),
);

describe('a day of samples as bytes', () => {
  it('comes back to the last digit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: DAY_MS - 1 }), number), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: -1000, max: 30_000 }),
        (points, day) => {
          const sorted = [...new Map(points).entries()].sort(([a], [b]) => a - b);
          const times = Float64Array.from(sorted, ([offset]) => day * DAY_MS + offset);
          const values = Float64Array.from(sorted, ([, value]) => value);
          const back = decodeDay(encodeDay({ times, values }, day), day);
          expect(back.times).toEqual(times);
          expect([...back.values].every((value, at) => Object.is(value, values[at]))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes two bytes a sample for readings with decimals at equal distances', () => {
    const times = new Float64Array(1440).map((_, at) => at * 60_000);
    const values = times.map((_, at) => 20 + (at % 50) / 10);
    expect(encodeDay({ times, values }, 0).length).toBe(16 + 2 * 1440);
  });

  it('is refused where it is cut off', () => {
    const blob = encodeDay({ times: Float64Array.of(1, 5, 7), values: Float64Array.of(1, 2, 3) }, 0);
    expect(() => decodeDay(blob.subarray(0, blob.length - 1), 0)).toThrow('Half a day');
    expect(() => decodeDay(new Uint8Array(16), 0)).toThrow('Not a day');
  });
});

describe('rollups', () => {
  const times = new Float64Array(8640).map((_, at) => at * 10_000);
  const values = times.map((_, at) => (at % 97 === 3 ? Number.NaN : Math.sin(at / 50) * 30 + (at % 7)));

  it('hold first, low, high, last, count and sum of every stretch', () => {
    const hours = readRollup(rollUp({ times, values }, 'hour')!);
    expect(hours).toHaveLength(24);
    const third = values.subarray(720, 1080);
    const numbers = [...third].filter((value) => !Number.isNaN(value));
    expect(hours[2]).toMatchObject({
      count: numbers.length,
      sum: expect.closeTo(
        numbers.reduce((a, b) => a + b),
        6,
      ),
      low: Math.min(...numbers),
      high: Math.max(...numbers),
      first: numbers[0],
      last: numbers.at(-1),
    });
    expect(times[values.indexOf(hours[2]!.high)]).toBe(hours[2]!.highAt);
  });

  it('are read wherever their bytes lie', () => {
    const stored = rollUp({ times, values }, 'hour')!;
    const moved = new Uint8Array(stored.length + 3);
    moved.set(stored, 3);
    expect(readRollup(moved.subarray(3))).toEqual(readRollup(stored));
  });

  it('give the samples of one after the other, each day its own', () => {
    const kept = new KeptSamples();
    const [quarters, day] = (['quarter', 'day'] as const).map((level) =>
      readRollup(rollUp({ times, values }, level)!),
    );
    const first = [...kept.take(quarters!).times];
    expect(first.length).toBeGreaterThan(96);
    expect([...kept.take(day!).times]).toHaveLength(4);
    expect([...kept.take(quarters!).times]).toEqual(first);
  });

  it('add up to the statistics of all samples', () => {
    const [all, rolled] = [new StatisticsTally(), new StatisticsTally()];
    all.push(values);
    for (const bucket of readRollup(rollUp({ times, values }, 'quarter')!)) rolled.pushSummary(bucket);
    const { mean, ...exact } = all.result();
    expect(rolled.result()).toMatchObject(exact);
    expect(rolled.result().mean).toBeCloseTo(mean!, 9);
  });

  it('thin to the same line as the samples, where columns end with them', () => {
    const kept = new KeptSamples().take(readRollup(rollUp({ times, values }, 'quarter')!));
    const fromRollup = decimate(kept.times, kept.values, 0, DAY_MS, 12);
    const extremes = (thinned: typeof fromRollup) =>
      [...thinned.values].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
    const raw = extremes(decimate(times, values, 0, DAY_MS, 12));
    expect(extremes(fromRollup).at(0)).toBe(raw.at(0));
    expect(extremes(fromRollup).at(-1)).toBe(raw.at(-1));
  });

  it('are not kept where they would be no shorter than the samples', () => {
    const few = { times: times.subarray(0, 90), values: values.subarray(0, 90) };
    expect(rollUp(few, 'hour')).toBeNull();
    expect(rollUp(few, 'quarter')).toBeNull();
    expect(rollUp(few, 'day')).not.toBeNull();
    expect([levelFor(4 * DAY_MS), levelFor(DAY_MS), levelFor(3_600_000), levelFor(60_000)]).toEqual([
      'day',
      'hour',
      'quarter',
      null,
    ]);
  });
});
