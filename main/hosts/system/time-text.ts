import { twoDigits } from '../../../shared/time/two-digits.ts';

/** Local time, so that it reads the same in every country and sorts as it stands: `2026-11-23 09:42`. `at`: epoch ms. */
export function timeText(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${timeOfDay(at)}`;
}

/** The hour and minute of that alone: `09:42`. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
