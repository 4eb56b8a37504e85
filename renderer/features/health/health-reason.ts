import type { HealthRow } from '../../../shared/ipc/datamodel.ts';
import { healthTellings, type HealthTelling } from '../../../shared/model/point-health.ts';
import { text } from '../../text/setup.ts';
import type { Format } from '../../ui/words/format.ts';

/** Why a point is to be looked at, in words; empty where all is well. `times` speaks in the site's zone. */
export function reasonOf(row: HealthRow, times: Times): string {
  const told = healthTellings(row).map((telling) => tellingWords(telling, times));
  return [repeatedWords(row, times), ...told].filter((words) => words !== '').join(' ');
}

type Times = Pick<Format, 'whenSaid' | 'list' | 'duration'>;

function tellingWords(telling: HealthTelling, times: Times): string {
  switch (telling.says) {
    case 'words':
      return text('datamodel.sendsWords', {
        words: times.list(telling.words.map((word) => `“${word}”`)),
        time: times.whenSaid(telling.at),
      });
    case 'held':
      return text('datamodel.heldSince', { time: times.whenSaid(telling.at) });
    case 'noData':
      return text('datamodel.noDataSince', { time: times.whenSaid(telling.at) });
    case 'noValues':
      return text('datamodel.sendsNoValues', { time: times.whenSaid(telling.at) });
    case 'onChange':
      return text('datamodel.heldAtMost', { time: times.duration(telling.longest / 1000) });
    case 'undrawn':
      return text('datamodel.cannotDraw');
    case 'cannotTell':
      return text('datamodel.cannotTell');
    case 'never':
      return text('datamodel.neverData');
    case 'notAsked':
      return text('datamodel.notAsked');
    default:
      return telling satisfies never;
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
