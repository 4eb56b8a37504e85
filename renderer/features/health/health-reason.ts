import type { HealthRow } from '../../../shared/ipc/datamodel.ts';
import { text } from '../../text/setup.ts';
import type { Format } from '../../ui/words/format.ts';

/** Why a point is to be looked at, in words; empty where all is well. `times` speaks in the site's zone. */
export function reasonOf(row: HealthRow, times: Pick<Format, 'whenSaid' | 'list'>): string {
  return [repeatedWords(row, times), healthWords(row, times)].filter((words) => words !== '').join(' ');
}

function healthWords({ health, lastAt, emptyAt }: HealthRow, { whenSaid }: Pick<Format, 'whenSaid'>): string {
  switch (health) {
    case 'data':
      return '';
    case 'silent':
      return [
        ...(lastAt === null ? [] : [text('datamodel.noDataSince', { time: whenSaid(lastAt) })]),
        ...(emptyAt === null ? [] : [text('datamodel.sendsNoValues', { time: whenSaid(emptyAt) })]),
      ].join(' ');
    case 'unknown':
      return text('datamodel.neverData');
    case 'unchecked':
      return text('datamodel.notAsked');
    default:
      return health satisfies never;
  }
}

function repeatedWords({ repeated }: HealthRow, { list }: Pick<Format, 'list'>): string {
  if (repeated === null) return '';
  const { times, also } = repeated;
  const named = also.map(({ file, line }) => text('datamodel.alsoAt', { file, line }));
  return times - 1 > also.length
    ? text('datamodel.alsoInMore', { times, places: named.join(', ') })
    : text('datamodel.alsoIn', { times, places: list(named) });
}
