import type { Preset } from '../model/series.ts';
import { instantOf, wallOf } from './zone.ts';

/**
 * The day, week, month or year that ends now, by the zone's own clock. A day has 23 or 25 hours if daylight saving time
 * begins or ends in it; a month reaches back to the same date (or the last one that the month has).
 */
export function presetRange(
  preset: Preset,
  now: number,
  zone: string,
): { readonly from: number; readonly to: number } {
  const wall = new Date(wallOf(now, zone));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const clock = wall.getTime() - Date.UTC(year, month, day);
  const back = preset === 'year' ? { year: year - 1, month } : { year, month: month - 1 };
  switch (preset) {
    case 'day':
    case 'week': {
      const days = preset === 'day' ? 1 : 7;
      return { from: instantOf(Date.UTC(year, month, day - days) + clock, zone), to: now };
    }
    case 'month':
    case 'year': {
      const last = new Date(Date.UTC(back.year, back.month + 1, 0)).getUTCDate();
      return { from: instantOf(Date.UTC(back.year, back.month, Math.min(day, last)) + clock, zone), to: now };
    }
    default:
      return preset satisfies never;
  }
}
