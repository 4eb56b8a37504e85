/** Orders two times of the same server; false where either is no UTC time. */
export function isEarlier(time: string | null, than: string | null): boolean {
  const a = sortable(time);
  const b = sortable(than);
  return a !== null && b !== null && a < b;
}

/** Servers leave out a fraction of zero, so the fraction is padded before texts are compared. */
function sortable(time: string | null): string | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)$/.exec(time ?? '');
  return match === null ? null : `${match[1] ?? ''}.${(match[2] ?? '').padEnd(9, '0')}`;
}

/** Minutes between two times of the same server, the later one second; null where either is no UTC time. */
export function minutesBetween(time: string | null, later: string | null): number | null {
  const [a, b] = [minuteOf(time), minuteOf(later)];
  return a === null || b === null ? null : b - a;
}

function minuteOf(time: string | null): number | null {
  if (sortable(time) === null || time === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = time.split(/[-T:]/).map(Number);
  // Years begin with March here, so that what a leap year adds comes last.
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  const days = 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day;
  return (days * 24 + hour) * 60 + minute;
}
