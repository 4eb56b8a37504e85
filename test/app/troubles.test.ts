import { expect, it } from 'vitest';
import { Troubles } from '../../main/app/troubles.ts';

it('a trouble is told when it comes up, not while it goes on, and again when it comes back', () => {
  let now = 1_000_000;
  const troubles = new Troubles({ now: () => now });
  const met = (after: number, words = 'full'): boolean => {
    now += after;
    return troubles.comesUp(words);
  };
  expect([met(0), met(5000), met(50_000), met(59_000), met(0, 'broken')]).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(met(60_000)).toBe(true);
  // A clock that was set back makes no trouble last.
  expect(met(-3_600_000)).toBe(true);
});
