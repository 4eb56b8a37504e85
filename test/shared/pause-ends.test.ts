import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONGEST_PAUSE, pauseEnd } from '../../shared/time/pause-ends.ts';

const own = process.env['TZ'];

// Where the clocks change, whatever the zone of this computer.
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterAll(() => {
  if (own === undefined) delete process.env['TZ'];
  else process.env['TZ'] = own;
});

const HOUR = 3_600_000;
type Moment = readonly [month: number, day: number, hour: number, minute?: number];
const at = (...[month, day, hour, minute = 0]: Moment): number =>
  new Date(2026, month - 1, day, hour, minute).getTime();

it('a pause of hours ends that many hours later', () => {
  expect(pauseEnd('hour', at(3, 3, 14))).toBe(at(3, 3, 15));
  expect(pauseEnd('fourHours', at(3, 3, 22))).toBe(at(3, 4, 2));
});

it.each<[string, Moment, Moment, number]>([
  ['in the evening', [3, 3, 22, 30], [3, 4, 7], 8.5],
  ['after midnight', [3, 4, 1], [3, 4, 7], 6],
  ['an hour before it', [3, 4, 6], [3, 4, 7], 1],
  ['less than an hour before it', [3, 4, 6, 1], [3, 5, 7], 25 - 1 / 60],
  ['later in the morning', [3, 4, 9], [3, 5, 7], 22],
  ['in the night in which clocks go forward', [3, 28, 20], [3, 29, 7], 10],
  ['in the night in which they go back', [10, 24, 6, 1], [10, 25, 7], 26 - 1 / 60],
])('one until the morning that begins %s ends at seven', (_, now, end, hours) => {
  const [begun, over] = [at(...now), at(...end)];
  expect(pauseEnd('morning', begun)).toBe(over);
  expect((over - begun) / HOUR).toBeCloseTo(hours, 6);
  expect(over - begun).toBeLessThan(LONGEST_PAUSE);
});
