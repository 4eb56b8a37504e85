import { describe, expect, it } from 'vitest';
import { stepFrom } from '../../../renderer/features/charts/plot/overlay.ts';
import type { ChartLine } from '../../../renderer/features/charts/plot/line.ts';

describe('a step of the keys from sample to sample', () => {
  const data = { times: Float64Array.of(0, 10, 15, 100), values: Float64Array.of(1, 2, Number.NaN, 5) };
  const lines = [{ data } as unknown as ChartLine];
  const narrow = { from: 5, to: 55 };

  it('leaves the view where the sample is in it', () => {
    expect(stepFrom(lines, { view: narrow, cursor: null }, 1)).toEqual({ at: 10, view: narrow });
    expect(stepFrom(lines, { view: { from: 0, to: 200 }, cursor: 100 }, 1)).toBeNull();
  });

  it('takes the view along to a sample beyond it, and as much further as a key moves it', () => {
    const on = stepFrom(lines, { view: narrow, cursor: 10 }, 1)!;
    expect([on.at, Math.round(on.view.from), Math.round(on.view.to)]).toEqual([100, 55, 105]);
    const back = stepFrom(lines, { view: { from: 50, to: 90 }, cursor: null }, -1)!;
    expect([back.at, Math.round(back.view.from), Math.round(back.view.to)]).toEqual([10, 6, 46]);
  });

  it('begins anew where other keys moved the view away from the cursor', () => {
    expect(stepFrom(lines, { view: narrow, cursor: 100 }, 1)?.at).toBe(10);
  });
});
