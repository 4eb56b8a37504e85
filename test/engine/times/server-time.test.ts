import { expect, it } from 'vitest';
import { minutesBetween } from '../../../main/engine/times/server-time.ts';

it.each<[string | null, string | null, number | null]>([
  ['2026-11-27T08:00:00Z', '2026-11-27T08:00:59.9Z', 0],
  ['2026-11-27T23:50:00Z', '2026-11-28T00:10:00Z', 20],
  ['2026-12-31T23:59:00Z', '2027-01-01T00:00:00+00:00', 1],
  ['2026-02-28T23:59:00Z', '2026-03-01T00:01:00Z', 2],
  ['2028-02-28T23:59:00Z', '2028-03-01T00:01:00Z', 24 * 60 + 2],
  ['2100-02-28T23:59:00Z', '2100-03-01T00:01:00Z', 2],
  ['2026-11-27T09:00:00Z', '2026-11-27T08:00:00Z', -60],
  ['2026-11-27T09:00:00', '2026-11-27T08:00:00Z', null],
  [null, '2026-11-27T08:00:00Z', null],
])('from %s to %s are %s minutes', (time, later, minutes) => {
  expect(minutesBetween(time, later)).toBe(minutes);
});

it('every minute of four years is as many minutes later as the clock says', () => {
  const start = Date.UTC(2027, 0, 1);
  for (let day = 0; day < 4 * 366; day += 1) {
    const at = new Date(start + day * 86_400_000).toISOString();
    expect(minutesBetween('2027-01-01T00:00:00Z', at)).toBe(day * 24 * 60);
  }
});
