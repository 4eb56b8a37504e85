/** Which of day and month comes first where the year is last. */
export type DateOrder = 'day-first' | 'month-first';

const YEAR_FIRST = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})/;
const YEAR_LAST = /^\s*(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/;
const CLOCK = /[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?: ?([AP])M)?/i;
const ZONE = /([-+])(\d{2}):?(\d{2})\s*$/;
/** Years of two digits before this one are of our century. */
const OLD = 70;

/**
 * The order in which a column writes its dates: a number above 12 is a day. If none shows it, points stand in dates that
 * begin with the day, and a clock of twelve hours beside those that begin with the month.
 */
export function dateOrder(cells: Iterable<string>): DateOrder {
  let hint: DateOrder = 'day-first';
  for (const cell of cells) {
    const [, first, mark, second] = YEAR_LAST.exec(cell) ?? [];
    if (mark === '.' || Number(first) > 12) return 'day-first';
    if (Number(second) > 12) return 'month-first';
    if (/[AP]M\s*$/i.test(cell)) hint = 'month-first';
  }
  return hint;
}

/** When a date in a cell is, epoch ms, in UTC if it names no offset; NaN if it is none. */
export function dateIn(cell: string, order: DateOrder): number {
  const [year, month, day] = partsOf(cell, order);
  if (year === undefined || month === undefined || day === undefined) return Number.NaN;
  const [, hours = '0', minutes = '0', seconds = '0', half] = CLOCK.exec(cell) ?? [];
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  const [, sign, ahead = '0', past = '0'] = CLOCK.test(cell) ? (ZONE.exec(cell) ?? []) : [];
  const offset = (Number(ahead) * 60 + Number(past)) * (sign === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, Number(minutes) - offset) + Number(seconds) * 1000;
}

function partsOf(cell: string, order: DateOrder): readonly number[] {
  const leading = YEAR_FIRST.exec(cell);
  if (leading !== null) return leading.slice(1).map(Number);
  const [, first, , second, last = ''] = YEAR_LAST.exec(cell) ?? [];
  if (first === undefined) return [];
  const year = last.length === 4 ? Number(last) : Number(last) + (Number(last) < OLD ? 2000 : 1900);
  const [day, month] = order === 'day-first' ? [first, second] : [second, first];
  return [year, Number(month), Number(day)];
}
