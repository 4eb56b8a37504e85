import type { Samples } from './gaps.ts';
import { ZoneClock, utcText } from '../time/zone-clock.ts';

/** A series as a column of a table. */
export interface CsvColumn extends Samples, CsvHeading {}

/** What stands above a column. */
export interface CsvHeading {
  readonly id: string;
  /** What people call it; null or the id itself if it has no other name. */
  readonly label: string | null;
  readonly unit: string | null;
}

/** Ends each line, of this and all other tables (RFC 4180, 2.1). */
const LINE_END = '\r\n';

/** Rows written at a time: some milliseconds of work. */
const ROWS = 500;

/**
 * A table of samples, in pieces of text: the instant in UTC, the same in the zone's own time with its offset, then one
 * column per series with its name, id and unit in the header. One row for each instant at which any series has a sample; a cell is
 * empty where that series has none or no value. Numbers are written so that reading them gives the same number.
 */
export function* csvPieces(
  columns: readonly CsvColumn[],
  zone: string,
  clock = 'site time',
): Generator<string> {
  yield csvHead(columns, zone, clock);
  yield* csvRows(columns, new ZoneClock(zone));
}

/** `clock`: the heading of the second column, which says whose time it is. */
export function csvHead(columns: readonly CsvHeading[], zone: string, clock = 'site time'): string {
  const names = columns.map(({ id, label, unit }) => {
    const name = label === null || label === id ? id : `${label} (${id})`;
    return textCell(unit === null ? name : `${name} [${unit}]`);
  });
  return `utc,${clock} (${zone})${names.map((name) => `,${name}`).join('')}${LINE_END}`;
}

/** The rows of the table, some milliseconds of work at a time. */
export function* csvRows(columns: readonly CsvColumn[], clock: ZoneClock): Generator<string> {
  const next = columns.map(() => 0);
  let rows = 0;
  let text = '';
  for (let at = earliest(columns, next); at !== Infinity; at = earliest(columns, next)) {
    text += `${utcText(at)},${clock.text(at)}`;
    for (const [index, { times, values }] of columns.entries()) {
      const row = next[index] ?? 0;
      const here = times[row] === at;
      const value = here ? (values[row] ?? Number.NaN) : Number.NaN;
      text += Number.isNaN(value) ? ',' : `,${value}`;
      if (here) next[index] = row + 1;
    }
    text += LINE_END;
    rows += 1;
    if (rows % ROWS !== 0) continue;
    yield text;
    text = '';
  }
  yield text;
}

function earliest(columns: readonly CsvColumn[], next: readonly number[]): number {
  let at = Infinity;
  for (const [index, { times }] of columns.entries()) {
    const time = times[next[index] ?? 0];
    if (time !== undefined && time < at) at = time;
  }
  return at;
}

/**
 * Where a sign follows by which a formula begins, and what a spreadsheet may skip before it. Japanese ones take the wide
 * signs, too. It looks at no character twice, since a text may be long and made to be slow.
 */
const BEFORE_SIGN = /(?<![;"\s\p{Cc}\p{Cf}])[;"\s\p{Cc}\p{Cf}]*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
/** Where a cell ends for a program that does not part them at commas, as in most of Europe: quotes do not help there. */
const ENDS = [';', '\t', '\r', '\n'];

/**
 * A cell of text in a CSV file. Names and units come from files that anybody may have written: one that a spreadsheet
 * would carry out gets an apostrophe before it, as does a part that only some spreadsheets take for a cell of its own.
 */
export function textCell(text: string): string {
  const inert = text.replaceAll(BEFORE_SIGN, (skipped, at: number) => {
    const begin = 1 + Math.max(...ENDS.map((end) => skipped.lastIndexOf(end)));
    const whole = at === 0 ? "'" : '';
    return whole + (begin === 0 ? skipped : `${skipped.slice(0, begin)}'${skipped.slice(begin)}`);
  });
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A line of a table of texts. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(textCell).join(',') + LINE_END;
}
