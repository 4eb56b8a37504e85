import { describe, expect, it } from 'vitest';
import { valueRange } from '../../../renderer/features/charts/plot/value-range.ts';
import { readingsAt, snapped } from '../../../renderer/features/charts/plot/overlay.ts';
import { heldIn } from '../../../renderer/features/charts/plot/series-view.ts';
import type { ChartLine } from '../../../renderer/features/charts/plot/line.ts';

/** On at 60, off at 120, nothing of it at 180, on at 300. */
const STATE: ChartLine = {
  id: 'a',
  label: 'A',
  unit: null,
  colour: 0,
  states: true,
  step: true,
  lastAt: 300,
  data: {
    id: 'a',
    times: Float64Array.of(0, 60, 120, 180, 300),
    values: Float64Array.of(0, 1, 0, Number.NaN, 1),
    whole: true,
    stats: { count: 4, min: 0, max: 1, mean: 0.5, first: 0, last: 1 },
    coverage: [],
    interval: 60,
    without: 0,
    words: [],
    cadence: 'even',
    known: true,
    lastAt: 300,
    lastValue: 1,
    emptyAt: null,
    fetchedAt: null,
  },
};
const VIEW = { from: 0, to: 400 };

describe('what holds in a stretch', () => {
  const held = (from: number, to: number): unknown => heldIn(STATE.data!, { from, to });

  it('counts in its mean as long as it held, up to the last sample', () => {
    // Off, on, off for 60 each; then nothing, and after the last nobody knows.
    expect(held(0, 400)).toEqual({ min: 0, mean: expect.closeTo(1 / 3, 9), max: 1 });
    expect(held(30, 90)).toEqual({ min: 0, mean: expect.closeTo(0.5, 9), max: 1 });
    expect(held(200, 250)).toBeNull();
    expect(held(310, 400)).toBeNull();
  });

  it('is lowest and highest of it too where it came before the stretch', () => {
    expect(held(70, 80)).toEqual({ min: 1, mean: 1, max: 1 });
    // What ended as the stretch began did not hold in it.
    expect(held(120, 150)).toEqual({ min: 0, mean: 0, max: 0 });
  });
});

describe('a state at the cursor', () => {
  it('reads what holds until it changes, as its line is drawn, and nothing where none is', () => {
    const read = (at: number): unknown => readingsAt([STATE], at, VIEW, 4000)[0]?.value;
    expect([0, 59, 60, 119.5, 120, 150, 250, 300, 350].map(read)).toEqual([
      0,
      0,
      1,
      1,
      0,
      // Up to the sample without a value it was off.
      0,
      undefined,
      1,
      undefined,
    ]);
  });

  it('leads to no value that comes after what is in view', () => {
    expect(valueRange([STATE], null, { from: 130, to: 170 })[1]).toBeLessThan(1);
  });

  it('is found by the pointer at the change that is near, which a measurement reads ahead of it too', () => {
    expect(snapped([STATE], 50, VIEW, 4000)).toBe(60);
    expect(readingsAt([{ ...STATE, step: false }], 59, VIEW, 4000)).toMatchObject([{ at: 60, value: 1 }]);
  });
});
