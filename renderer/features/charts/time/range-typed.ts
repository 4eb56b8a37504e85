import { instantOf } from '../../../../shared/time/zone.ts';

const TYPED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Reads a typed moment by the clock of the zone; null if it is none. */
export function parseTyped(text: string, zone: string): number | null {
  const match = TYPED.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(wall);
  const asTyped =
    back.getUTCMonth() === month - 1 && back.getUTCDate() === day && back.getUTCHours() === hour;
  return asTyped && minute < 60 && second < 60 ? instantOf(wall, zone) : null;
}
