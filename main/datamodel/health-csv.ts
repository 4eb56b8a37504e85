import { assertNever } from '../../shared/assert-never.ts';
import { csvLine } from '../../shared/series/csv.ts';
import { healthTellings, type HealthTelling } from '../../shared/model/point-health.ts';
import { durationParts } from '../../shared/time/duration.ts';
import { utcText } from '../../shared/time/zone-clock.ts';
import type { HealthRow, Repeated } from './health.ts';

export const HEALTH_CSV_HEAD = csvLine([
  'file',
  'line',
  'id',
  'label',
  'health',
  'duplicated',
  'last data (utc)',
  'note',
]);

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
  return csvLine(cells);
}

/**
 * What there is to say about a row, in words; empty if all is well. `timeOf` writes a moment (epoch ms): in UTC where
 * nothing else is asked for, as in everything that programs read.
 */
export function healthNote(row: HealthRow, timeOf: (at: number) => string = utcText): string {
  const told = healthTellings(row).map((telling) => tellingWords(telling, timeOf));
  return [repeatedWords(row.repeated), ...told].filter((words) => words !== '').join(' ');
}

function tellingWords(telling: HealthTelling, timeOf: (at: number) => string): string {
  switch (telling.says) {
    case 'words':
      return `It sends words in place of numbers (${quoted(telling.words)}), the last time at ${timeOf(telling.at)}.`;
    case 'undrawn':
      return 'Nothing of it can be drawn.';
    case 'held':
      return `Sent on change: unchanged since ${timeOf(telling.at)}.`;
    case 'noData':
      return `No data since ${timeOf(telling.at)}.`;
    case 'onChange':
      return `It is sent on change; the longest that it is known to have held is ${lengthText(telling.longest)}.`;
    case 'noValues':
      return `It sends no values, the last time at ${timeOf(telling.at)}.`;
    case 'cannotTell':
      return 'Too little of it is on this computer to tell silence from a value that holds: a chart of some weeks of it brings more.';
    case 'never':
      return 'The service has no data of the last ten years under this id.';
    case 'notAsked':
      return 'Not checked with the service yet.';
    default:
      return assertNever(telling);
  }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}

function lengthText(ms: number): string {
  return durationParts(ms / 1000)
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(' ');
}

function repeatedWords(repeated: Repeated | null): string {
  if (repeated === null) return '';
  const { times, also } = repeated;
  const named = also.map((place) => `${place.file} line ${place.line}`);
  return `Named ${times} times; also in ${named.join(', ')}${times - 1 > also.length ? ' and more' : ''}.`;
}
