import { expect, it } from 'vitest';
import { pauseEnd } from '../../shared/time/pause-ends.ts';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 2, day, hour, minute).getTime();

it('a pause of hours ends that many hours later', () => {
  expect(pauseEnd('hour', at(3, 14))).toBe(at(3, 15));
  expect(pauseEnd('fourHours', at(3, 22))).toBe(at(4, 2));
});

it.each([
  ['in the evening', at(3, 22, 30), at(4, 7)],
  ['after midnight', at(4, 1), at(4, 7)],
  ['an hour before it', at(4, 6), at(4, 7)],
  ['less than an hour before it', at(4, 6, 1), at(5, 7)],
  ['later in the morning', at(4, 9), at(5, 7)],
  // The clocks of Europe change in the night to the 29th.
  ['through a change of the clock', at(28, 20), at(29, 7)],
])('one until the morning that begins %s ends at seven', (_, now, end) => {
  expect(pauseEnd('morning', now)).toBe(end);
});
