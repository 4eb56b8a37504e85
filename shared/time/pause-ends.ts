/** How long a person may pause with one choice. */
export const PAUSE_LENGTHS = ['hour', 'fourHours', 'morning'] as const;
export type PauseLength = (typeof PAUSE_LENGTHS)[number];

const HOUR = 3_600_000;
/** When the working day begins, in this computer's zone. */
const MORNING = 7;
/** The longest pause that ends by itself, ms: the morning is at most 25 hours ahead, or 26 when the clocks go back. */
export const LONGEST_PAUSE = 26 * HOUR;

/** When a pause that begins `now` ends; both epoch ms. The morning is the next one that is at least an hour away. */
export function pauseEnd(length: PauseLength, now: number): number {
  if (length === 'hour') return now + HOUR;
  if (length === 'fourHours') return now + 4 * HOUR;
  const morning = new Date(now);
  morning.setHours(MORNING, 0, 0, 0);
  // By the calendar: a day is not 24 hours long if the clocks change overnight.
  if (morning.getTime() < now + HOUR) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}
