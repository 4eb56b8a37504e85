import { counted, numberText } from '../../../../shared/counted.ts';
import { Readable } from 'node:stream';
import { problemsOf } from '../../../datamodel/catalog.ts';
import { askNewest } from '../../../datamodel/check.ts';
import { HEALTH_CSV_HEAD, healthCsvLine, healthNote } from '../../../datamodel/health-csv.ts';
import { healthOf, type FileHealth, type HealthBook, type HealthRow } from '../../../datamodel/health.ts';
import { KnownPoints } from '../../../datamodel/known-points.ts';
import { placeOf } from '../../../series/context.ts';
import { timeText } from '../../system/time-text.ts';
import type { Program } from '../../compose/compose.ts';
import { arrayPieces } from '../output/json-pieces.ts';
import { isNeverLookedAt, keptSiteHere, NEVER_LOOKED_AT } from '../sites/kept-site.ts';
import { EXIT, isAbsence, type Output } from '../output/output.ts';
import { POINTS_STOPPED, readDatamodels } from './points-command.ts';
import { seriesError } from '../output/series-output.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { besides, put, tablePieces } from '../output/put.ts';
import { STDOUT } from '../terminal.ts';
import { seriesSource } from '../sites/series-source.ts';

/**
 * From this many timeseries on it is said that it may take minutes: else people would not know whether anything still
 * happens.
 */
const MANY = 1000;

export interface HealthArguments {
  /** A file to write a table to, or standard output. */
  readonly csv: string | null;
  /** The address that was given; null: the one that is kept. */
  readonly service: string | null;
}

/** `health SITE`: which points of the datamodels have data; without the service, as it was when it was last asked. */
export async function healthCommand(
  program: Program,
  terminal: Output,
  given: string,
  { csv, service }: HealthArguments,
): Promise<number> {
  const besidesTable = besides(terminal, '--csv', csv);
  if (!besidesTable.ok) return terminal.error(besidesTable.failure);
  const out = besidesTable.value;
  const kept = await keptSiteHere(program, given);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const source = await seriesSource(program, service);
  if (!source.ok) return out.error(source.failure);
  const { context, asked, unasked } = source.value;
  const { stopping } = program;
  const read = await unlessStopped(program, (env) => readDatamodels(program, env, site.id));
  if (read === null) return out.error(POINTS_STOPPED);
  const { models, catalog } = read;
  const ids = [...catalog.byId.keys()];
  if (asked !== null && ids.length >= MANY)
    out.log(
      `Asking the service when each of ${numberText(ids.length)} timeseries had its newest value. This may take minutes: those without values take longest. Ctrl+C ends it.`,
    );
  const trouble = unasked ?? (await askNewest(context, site.id, ids, stopping));
  const book = await unlessStopped(program, async (env) => {
    const facts = await new KnownPoints().of({ ...context, env }, placeOf(context, site.id), ids);
    return healthOf(models, catalog, facts, env);
  });
  if (book === null) return out.error(trouble ?? POINTS_STOPPED);
  if (trouble !== null && (!isAbsence(trouble) || !knowsAny(book))) return seriesError(out, trouble);
  if (trouble !== null) out.log(`${trouble.message} ${lastAskedWords(book)}`);
  const table = csv === null ? null : { file: csv, from: Readable.from(tablePieces(csv, tableOf(book))) };
  const unwritten = table === null ? null : await put(out, table, stopping);
  if (unwritten !== null) return unwritten;
  const none = isNeverLookedAt(program, site)
    ? NEVER_LOOKED_AT
    : 'No datamodel of this site names a timeseries.';
  if (!(await out.lines(linesOf(book, none), stopping))) return EXIT.problems;
  if (csv !== null && csv !== STDOUT) out.say(`Written to ${csv}`);
  const answer = { ok: true, site: site.id, stale: trouble !== null, checkedAt: book.checkedAt };
  return (await out.pieces(answerPieces(answer, book, problemsOf(models)), stopping))
    ? EXIT.inSync
    : EXIT.problems;
}

function lastAskedWords({ checkedAt }: HealthBook): string {
  const at = checkedAt === null ? '' : `, at ${timeText(checkedAt)}`;
  return `This is how it was when the service was last asked${at}.`;
}

function* answerPieces(answer: object, book: HealthBook, problems: readonly object[]): Generator<string> {
  yield `${JSON.stringify(answer).slice(0, -1)},"files":[`;
  for (const [at, file] of book.files.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(file).slice(0, -1)},"rows":`;
    yield* arrayPieces(toldRows(book, file.file));
    yield '}';
  }
  yield `],${JSON.stringify({ problems }).slice(1)}\n`;
}

function* toldRows(book: HealthBook, file: string): Generator<object> {
  for (const row of book.rows(file, 'all')) yield told(row);
}

/** A row of the JSON answer. The file stands above its rows. */
function told(row: HealthRow): object {
  const { file: _, repeated, ...rest } = row;
  return { ...rest, duplicated: repeated !== null, note: healthNote(row) };
}

function knowsAny({ files }: HealthBook): boolean {
  return files.length === 0 || files.some(({ points, unchecked }) => points > unchecked);
}

/** `none`: what to say if no datamodel is known. */
function* linesOf(book: HealthBook, none: string): Generator<string> {
  for (const file of book.files) {
    yield summaryOf(file);
    for (const row of book.rows(file.file, 'trouble'))
      yield `    ${row.health.padEnd(10)} ${row.label}  ${row.id}  ${healthNote(row, timeText)}`;
  }
  if (book.files.length === 0) yield none;
}

function summaryOf(file: FileHealth): string {
  const parts = [
    `${numberText(file.data)} with data`,
    ...(file.held > 0 ? [`${numberText(file.held)} unchanged`] : []),
    `${numberText(file.silent)} silent`,
    ...(file.unclear > 0 ? [`${numberText(file.unclear)} silent or unchanged`] : []),
    `${numberText(file.unknown)} unknown to the service`,
    `${numberText(file.duplicated)} duplicated`,
  ];
  if (file.unchecked > 0) parts.push(`${numberText(file.unchecked)} not checked yet`);
  return `${file.file}: ${counted(file.points, 'point')}, ${parts.join(', ')}`;
}

function* tableOf(book: HealthBook): Generator<string> {
  yield HEALTH_CSV_HEAD;
  for (const row of book.rows(null, 'all')) yield healthCsvLine(row);
}
