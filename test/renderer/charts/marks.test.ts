import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestMark, markTexts } from '../../../renderer/features/charts/plot/marks.ts';

const wide = (step: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => at * step);

describe('marks of an axis of values', () => {
  it.each([
    ['as they are read', [100, 101, 102], 1, ['100', '101', '102']],
    ['with as many decimals as the step needs', [0, 0.25, 0.5], 0.25, ['0', '0.25', '0.5']],
    ['in thousands', [1_234_500, 1_235_000], 500, ['1,234,500', '1,235,000']],
    ['with an exponent where that is shorter', wide(2.5e11, 3), 2.5e11, ['0', '2.5e+11', '5e+11']],
    ['of next to nothing', [1e-9, 1.5e-9, 2e-9], 5e-10, ['1e-9', '1.5e-9', '2e-9']],
    ['below zero', [-2e12, -1.75e12], 2.5e11, ['-2e+12', '-1.75e+12']],
    [
      'to the last digit of a counter',
      [12_345_678_901, 12_345_678_902],
      1,
      ['12,345,678,901', '12,345,678,902'],
    ],
  ])('are written %s', (_, marks, step, texts) => {
    expect(markTexts(marks, step)).toEqual(texts);
  });

  it('are never longer than was foreseen, nor written alike', () => {
    const value = fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -12, max: 12 }))
      .map(([figures, power]) => figures * 10 ** power);
    fc.assert(
      fc.property(
        value,
        fc.integer({ min: 0, max: 7 }),
        fc.double({ min: 1, max: 9.9, noNaN: true }),
        fc.integer({ min: 3, max: 25 }),
        (low, finer, lead, most) => {
          const length = (Math.abs(low) || 1) * lead * 10 ** -finer;
          const high = low + length;
          const step = stepOf((high - low) / most);
          const first = Math.ceil(low / step);
          const marks = Array.from({ length: Math.floor(high / step) - first + 1 }, (__, at) =>
            Number(((first + at) * step).toPrecision(14)),
          );
          const texts = markTexts(marks, step);
          expect(Math.max(0, ...texts.map((text) => text.length))).toBeLessThanOrEqual(
            longestMark(low, high),
          );
          expect(new Set(texts).size).toBe(marks.length);
          for (const [at, text] of texts.entries())
            expect(Math.abs(Number(text.replaceAll(',', '')) - marks[at]!)).toBeLessThanOrEqual(step / 10);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** The step that uPlot takes: the least of its own that is no shorter. */
function stepOf(least: number): number {
  const power = Math.floor(Math.log10(least));
  const steps = [1, 2, 2.5, 5, 10].map((figure) => Number(`${figure}e${power}`));
  return steps.find((step) => step >= least) ?? least;
}
