import { describe, expect, it } from 'vitest';
import { lineIn, PAGE, stampOf } from '../../../renderer/state/use-pages.ts';

describe('the pages of a long list', () => {
  it('are others where another page is in view that came in the same millisecond', () => {
    const at = (dataUpdatedAt: number) => ({ dataUpdatedAt });
    const both = [at(1), at(7)];
    expect(stampOf([0, 3], both)).not.toBe(stampOf([0, 4], both));
    expect(stampOf([0, 3], both)).not.toBe(stampOf([0, 3], [at(1), at(8)]));
    expect(stampOf([0, 3], both)).toBe(stampOf([0, 3], [at(1), at(7)]));
  });

  it('hold a line where its page is here', () => {
    const byPage = new Map([
      [0, ['a', 'b']],
      [2, ['c']],
    ]);
    expect([0, 1, 2, PAGE, 2 * PAGE].map((index) => lineIn(byPage, index))).toEqual([
      'a',
      'b',
      undefined,
      undefined,
      'c',
    ]);
  });
});
