import { counted } from '../../../../shared/counted.ts';
import { Readable } from 'node:stream';
import type { Failure } from '../../../../shared/failure.ts';
import { parseSiteId, type SiteId } from '../../../../shared/model/ids.ts';
import { csvPieces } from '../../../../shared/series/csv.ts';
import { utcText } from '../../../../shared/time/zone-clock.ts';
import { safeZone } from '../../../../shared/time/zone.ts';
import { askNewest } from '../../../datamodel/check.ts';
import type { SeriesContext } from '../../../series/context.ts';
import { readSeries, type SeriesAnswer, type SeriesReading } from '../../../series/read.ts';
import { followedSite } from '../../../sync/following/followed-site.ts';
import type { SyncContext } from '../../../sync/context.ts';
import type { Program } from '../../compose/compose.ts';
import { askSites, didYouMean, siteMeant } from '../sites/ask-sites.ts';
import { knownSites } from '../sites/kept-site.ts';
import { notTaken } from '../input/misuse.ts';
import { EXIT, isAbsence, type Output } from '../output/output.ts';
import { POINTS_STOPPED, readDatamodels } from './points-command.ts';
import { isUnknown, jsonPieces, neverFetched, seriesError } from '../output/series-output.ts';
import { parseRange } from '../input/series-range.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { showShare, shownWriting } from '../output/progress-bar.ts';
import { besides, put, tablePieces } from '../output/put.ts';
import { STDOUT } from '../terminal.ts';
import { typed } from '../output/typed.ts';
import { seriesSource } from '../sites/series-source.ts';

export interface SeriesArguments {
  readonly site: string;
  readonly ids: readonly string[];
  readonly from?: string;
  readonly to?: string;
  /** Ask for the whole range again, even for what is here. */
  readonly again?: boolean;
  /** A file to write a table to, or standard output. */
  readonly csv?: string;
  /** The address that was given; null: the one that is kept. */
  readonly service: string | null;
}

/**
 * `series SITE ID…`: every sample of a range. What is not here yet is fetched; without the service, what is here is
 * given and marked as stale. The first signal to stop ends the requests; what was answered until then is kept.
 */
export async function seriesCommand(
  program: Program,
  terminal: Output,
  args: SeriesArguments,
): Promise<number> {
  const csv = args.csv ?? null;
  const besidesTable = besides(terminal, '--csv', csv);
  if (!besidesTable.ok) return terminal.error(besidesTable.failure);
  const out = besidesTable.value;
  const meant = siteMeant(args.site, knownSites(program));
  if (!meant.ok) return out.error(meant.failure);
  const site = meant.value?.id ?? parseSiteId(args.site);
  if (site === null) return out.error(notTaken('<site>', args.site));
  const range = parseRange(args.from, args.to, program.env.now());
  if (!range.ok) return out.error(range.failure);
  const source = await seriesSource(program, args.service);
  if (!source.ok) return out.error(source.failure);
  const { context, asked, unasked } = source.value;
  const { stopping } = program;
  const shown = showShare(out, 'fetching timeseries');
  const again = args.again === true;
  const options = { maxPoints: null, fetch: true, again, signal: stopping, onShare: shown.at };
  const question = { site, ids: args.ids, ...range.value };
  const read = await readSeries(context, question, options).finally(shown.end);
  const answer =
    asked === null
      ? { ...read, stale: true, trouble: unasked }
      : await withUnknown(context, site, await asNow(read, asked), stopping);
  const { trouble } = answer;
  if (trouble !== null && (answer.fetchedAt === null || !isAbsence(trouble)))
    return notGiven(program, out, site, trouble);
  if (trouble !== null) out.log(`${trouble.message} This is what was here already.`);
  if (csv !== null) {
    const read = await unlessStopped(program, (env) => readDatamodels(program, env, site));
    if (read === null) return out.error(POINTS_STOPPED);
    const { byId } = read.catalog;
    const columns = answer.series.map(({ id, times, values }) => ({
      id,
      // Scripts look for the ids that they asked for.
      label: null,
      unit: byId.get(id)?.point.unit ?? null,
      times,
      values,
    }));
    // The time zone of a site is only known once it was listed. Without the service it stays UTC, and the output says
    // so.
    if (asked !== null && program.mirror.site(site) === null) await askSites(asked, out);
    const zone = safeZone(program.mirror.site(site)?.timezone ?? null);
    const pieces = tablePieces(csv, csvPieces(columns, zone));
    const from = Readable.from(csv === STDOUT ? pieces : shownWriting(out, csv, pieces));
    const unwritten = await put(out, { file: csv, from }, stopping);
    if (unwritten !== null) return unwritten;
  }
  say(out, answer, csv);
  if (answer.series.some(isUnknown)) out.warn(checkIds(program, site));
  return (await out.pieces(jsonPieces(site, answer), stopping)) ? EXIT.inSync : EXIT.problems;
}

/**
 * If all samples were here already, the service was not asked yet. So ask it now: without it the answer is stale all
 * the same, and nothing is given to a token that is refused. Other failures of this request concern the list of sites
 * alone.
 */
async function asNow(
  answer: SeriesAnswer,
  { service, stopping }: Pick<SyncContext, 'service' | 'stopping'>,
): Promise<SeriesAnswer> {
  if (service.requests > 0) return answer;
  const asked = await service.sitesPage(0, 1, { signal: stopping });
  if (asked.ok || !(isAbsence(asked.failure) || asked.failure.code === 'sign-in')) return answer;
  return { ...answer, stale: true, trouble: asked.failure };
}

/**
 * Of a series of which nothing ever came, it is asked whether the service has any of it: an id that it does not know is
 * answered like one that has no samples in this range.
 */
async function withUnknown(
  context: SeriesContext,
  site: SiteId,
  answer: SeriesAnswer,
  signal: AbortSignal,
): Promise<SeriesAnswer> {
  const ids = answer.series.filter(isBlank).map(({ id }) => id);
  if (ids.length === 0 || answer.stale) return answer;
  await askNewest(context, site, ids, signal);
  const { from, to } = answer;
  const again = await readSeries(context, { site, ids, from, to }, { maxPoints: null, fetch: false, signal });
  const byId = new Map(again.series.map((series) => [series.id, series]));
  return { ...answer, series: answer.series.map((series) => byId.get(series.id) ?? series) };
}

function isBlank({ times, known }: SeriesReading): boolean {
  return times.length === 0 && known !== true;
}

/** If the service does not find the site, a part of its id or name may have been given. */
function notGiven({ mirror }: Program, out: Output, site: SiteId, trouble: Failure): number {
  if (trouble.code !== 'not-found' || mirror.site(site) !== null) return seriesError(out, trouble);
  const meant = didYouMean(site, mirror.sites());
  return meant === null ? seriesError(out, trouble) : out.error(trouble, meant);
}

const UNKNOWN_ID = 'the service has no data of the last ten years under this id';

/** What to do about an id that the service does not know. Only of a kept site are the datamodels here that name ids. */
function checkIds({ mirror }: Program, site: SiteId): string {
  const check = 'Check how the id is written, also whether it is upper or lower case.';
  const kept = followedSite(mirror, site);
  return kept === null
    ? check
    : `${check} Those of the datamodels are listed by: sitesync points ${typed(site, 'SITE')}`;
}

/** A sample without a value may be a text: which texts came of the series tells what they are. */
function withoutWords({ without, stats, words }: SeriesReading): string {
  if (without === 0) return '';
  const texts = words.map((word) => `“${word}”`).join(', ');
  if (texts === '') return `, ${without} of them without a value`;
  return stats.count === 0
    ? `, none of them a number: it sends words (${texts}), of which nothing can be drawn`
    : `, ${without} of them without a number (it also sends ${texts})`;
}

/** Where the range is empty: what to ask for. */
function newestWords({ lastAt }: SeriesReading): string {
  return lastAt === null ? '' : `; its newest value is at ${momentText(lastAt)}`;
}

/** In UTC, as the range is typed: `2026-03-29 02:00:00 UTC`. */
function momentText(at: number): string {
  return `${utcText(Math.floor(at / 1000) * 1000)
    .replace('T', ' ')
    .replace('Z', '')} UTC`;
}

function say(out: Output, answer: SeriesAnswer, csv: string | null): void {
  for (const series of answer.series) {
    const { id, times, values } = series;
    const lacks = neverFetched(answer, series).reduce((sum, { from, to }) => sum + to - from, 0);
    if (lacks >= answer.to - answer.from) {
      out.say(`${id}  nothing of this range is on this computer`);
      continue;
    }
    const last = times.at(-1);
    const value = values.at(-1) ?? Number.NaN;
    const newest =
      last === undefined
        ? ` from ${momentText(answer.from)} to ${momentText(answer.to)}${newestWords(series)}`
        : `, the last at ${momentText(last)}: ${Number.isNaN(value) ? 'no value' : value}`;
    const left = withoutWords(series);
    const note = lacks > 0 ? ' (not all of the range is on this computer)' : '';
    const told = `${id}  ${counted(times.length, 'sample')}${left}${newest}`;
    if (isUnknown(series)) out.warn(`${told}: ${UNKNOWN_ID}`);
    else out.say(`${told}${note}`);
  }
  if (answer.stale && answer.fetchedAt !== null) out.say(`Data as of ${momentText(answer.fetchedAt)}.`);
  if (csv !== null && csv !== STDOUT) out.say(`Written to ${csv}`);
}
