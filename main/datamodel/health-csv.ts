import { assertNever } from '../../shared/assert-never.ts';
import { textCell } from '../../shared/series/csv.ts';
import { utcText } from '../../shared/time/zone-clock.ts';
import type { HealthRow, Repeated } from './health.ts';

export const HEALTH_CSV_HEAD = 'file,line,id,label,health,duplicated,last data (utc),note\r\n';

/** Rows as lines of a table for a spreadsheet; names come from files of strangers, so none of them may be a formula. */
export function healthCsvLine(row: HealthRow): string {
  const { file, line, id, label, health, repeated, lastAt } = row;
  const cells = [
    file,
    String(line),
    id,
    label,
    health,
    repeated === null ? 'no' : 'yes',
    lastAt === null ? '' : utcText(lastAt),
    healthNote(row),
  ];
  return `${cells.map(textCell).join(',')}\r\n`;
}

/** What there is to say of a row, in words; empty where all is well. Times are in UTC, as in all that programs read. */
export function healthNote(row: HealthRow): string {
  return [repeatedWords(row.repeated), healthWords(row)].filter((words) => words !== '').join(' ');
}

function healthWords({ health, lastAt, emptyAt }: HealthRow): string {
  switch (health) {
    case 'data':
      return '';
    case 'silent':
      return [
        ...(lastAt === null ? [] : [`No data since ${utcText(lastAt)}.`]),
        ...(emptyAt === null ? [] : [`It sends no values, the last time at ${utcText(emptyAt)}.`]),
      ].join(' ');
    case 'unknown':
      return 'The service has no data of the last ten years under this id.';
    case 'unchecked':
      return 'Not checked with the service yet.';
    default:
      return assertNever(health);
  }
}

function repeatedWords(repeated: Repeated | null): string {
  if (repeated === null) return '';
  const { times, also } = repeated;
  const named = also.map((place) => `${place.file} line ${place.line}`);
  return `Named ${times} times; also in ${named.join(', ')}${times - 1 > also.length ? ' and more' : ''}.`;
}
