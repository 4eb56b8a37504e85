import { describe, expect, it } from 'vitest';
import { statTexts, textBeside, valueText } from '../../../renderer/features/charts/plot/value-range.ts';

describe('a value', () => {
  it.each([
    [21.35, '21.35'],
    [123456.78, '123,456.8'],
    [0, '0'],
    [1e-9, '1.000e-9'],
    [null, '–'],
    [Number.POSITIVE_INFINITY, '∞'],
  ])('of %f is told as %s', (value, text) => expect(valueText(value)).toBe(text));

  it.each([
    // Measured to a tenth; a whole number among them has its nought.
    [{ min: 16.4, mean: 18.53217, max: 22, last: 17.3 }, ['16.4', '18.5', '22.0', '17.3']],
    // A state is on or off; how much of the time it was on is told all the same.
    [{ min: 0, mean: 0.35417, max: 1, last: 1 }, ['0', '0.35', '1', '1']],
    [{ min: 3, mean: 42.611, max: 80, last: 7 }, ['3', '43', '80', '7']],
    // No decimals that nobody has seen.
    [{ min: 0.125, mean: 5000.5, max: 12_345.67, last: 1 }, ['0.125', '5,000.5', '12,345.7', '1.000']],
    [{ min: null, mean: null, max: null, last: null }, ['–', '–', '–', '–']],
  ])('is told like the others of its stretch: %o', (stats, [min, mean, max, last]) =>
    expect(statTexts(stats)).toEqual({ min, mean, max, last }),
  );

  it('is told as those beside it are, and loses none of its own figures', () => {
    const stats = { min: 18.125, mean: 19, max: 21.5, last: 19.38 };
    expect(textBeside(19.38, stats)).toBe(statTexts(stats).last);
    expect(textBeside(19.38, stats)).toBe('19.380');
    expect(textBeside(19.38, { min: 18, mean: 19, max: 21, last: 20 })).toBe('19.38');
    expect(textBeside(null, stats)).toBe('–');
  });
});
