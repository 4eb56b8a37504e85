import type { Failure } from '../../../../shared/failure.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import type { Range } from '../../../series/coverage.ts';
import type { SeriesAnswer, SeriesReading } from '../../../series/read.ts';
import type { Output } from './output.ts';

const FIND_IDS =
  'Check the id of the site (sitesync sites), and those of the timeseries (sitesync points SITE).';

/** If the service does not find it, one of the ids is wrong: says so. */
export function seriesError(out: Output, failure: Failure): number {
  return failure.code === 'not-found' ? out.error(failure, FIND_IDS) : out.error(failure);
}

/**
 * Stretches of the range that were never fetched, and cannot be now: that no sample of them is here does not mean that
 * there are none. A fresh answer lacks nothing but the time to come.
 */
export function neverFetched({ stale }: SeriesAnswer, { coverage }: SeriesReading): readonly Range[] {
  return stale ? coverage.filter(({ state }) => state === 'never') : [];
}

/** Does the service say that it has nothing under this id? Then it may be a slip of whoever typed it. */
export function isUnknown({ known }: SeriesReading): boolean {
  return known === false;
}

/** Empty if nothing is missing. */
function missingText(answer: SeriesAnswer, series: SeriesReading): string {
  const missing = neverFetched(answer, series).map(({ from, to }) => [from, to]);
  return missing.length === 0 ? '' : `,"missing":${JSON.stringify(missing)}`;
}

/** Named only where there are some: in the points they are null, as is what was never measured. */
function textsText({ without, words }: SeriesReading): string {
  return words.length === 0 || without === 0 ? '' : `,"without":${without},"texts":${JSON.stringify(words)}`;
}

/** Points in one piece of text. */
const POINTS = 5000;

/** The answer as JSON in pieces: millions of points would not fit into one string. */
export function* jsonPieces(site: SiteId, answer: SeriesAnswer): Generator<string> {
  yield `{"ok":true,"site":${JSON.stringify(site)},"series":[`;
  for (const [at, series] of answer.series.entries()) {
    yield `${at === 0 ? '' : ','}{"id":${JSON.stringify(series.id)},"points":[`;
    yield* pointPieces(series);
    yield `]${isUnknown(series) ? ',"known":false' : ''}${missingText(answer, series)}${textsText(series)}}`;
  }
  const { from, to, stale, fetchedAt } = answer;
  yield `],${JSON.stringify({ from, to, stale, fetchedAt }).slice(1)}\n`;
}

function* pointPieces({ times, values }: SeriesReading): Generator<string> {
  for (let start = 0; start < times.length; start += POINTS) {
    const points: string[] = [];
    for (let at = start; at < Math.min(start + POINTS, times.length); at += 1) {
      const value = values[at] ?? Number.NaN;
      points.push(`[${times[at]},${Number.isFinite(value) ? value : 'null'}]`);
    }
    yield `${start === 0 ? '' : ','}${points.join(',')}`;
  }
}
