/** Is `time` earlier than `than`, both ISO times of one server? False if either is missing, or not in UTC. */
export function isEarlier(time: string | null, than: string | null): boolean {
  const a = sortable(time);
  const b = sortable(than);
  return a !== null && b !== null && a < b;
}

/**
 * The time as a text that sorts; null if it is no UTC time. Servers leave out a fraction of zero, so the fraction is
 * padded.
 */
function sortable(time: string | null): string | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)$/.exec(time ?? '');
  return match === null ? null : `${match[1] ?? ''}.${(match[2] ?? '').padEnd(9, '0')}`;
}

/** Minutes from `time` to `later`, both ISO times of one server; null if either is missing, or not in UTC. */
export function minutesBetween(time: string | null, later: string | null): number | null {
  const [a, b] = [minuteOf(time), minuteOf(later)];
  return a === null || b === null ? null : b - a;
}

function minuteOf(time: string | null): number | null {
  if (sortable(time) === null || time === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = time.split(/[-T:]/).map(Number);
  // Years begin in March here, so that a leap day is the last day of its year.
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  const days = 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day;
  return (days * 24 + hour) * 60 + minute;
}
