import { textCell } from '../../shared/series/csv.ts';
import { utcText } from '../../shared/time/zone-clock.ts';
import type { HealthRow } from './health.ts';

export const HEALTH_CSV_HEAD = 'file,line,id,label,health,duplicated,last data (utc),note\r\n';

/** Rows as lines of a table for a spreadsheet; names come from files of strangers, so none of them may be a formula. */
export function healthCsvLine({
  file,
  line,
  id,
  label,
  health,
  duplicated,
  lastAt,
  note,
}: HealthRow): string {
  const cells = [
    file,
    String(line),
    id,
    label,
    health,
    duplicated ? 'yes' : 'no',
    lastAt === null ? '' : utcText(lastAt),
    note,
  ];
  return `${cells.map(textCell).join(',')}\r\n`;
}
