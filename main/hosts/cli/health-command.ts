import { Readable } from 'node:stream';
import { problemsOf } from '../../datamodel/catalog.ts';
import { askNewest, factsOf } from '../../datamodel/check.ts';
import { HEALTH_CSV_HEAD, healthCsvLine, healthNote } from '../../datamodel/health-csv.ts';
import { healthOf, type FileHealth, type HealthBook, type HealthRow } from '../../datamodel/health.ts';
import { placeOf } from '../../series/context.ts';
import type { Program } from '../compose.ts';
import { seriesContext } from '../series-context.ts';
import { keptSiteHere } from './kept-site.ts';
import { count, EXIT, isAbsence, type Output } from './output.ts';
import { readDatamodels } from './points-command.ts';
import { seriesError } from './series-output.ts';
import { writeWhole } from './write-whole.ts';

/** Of so many timeseries nobody would know whether anything still happens. */
const MANY = 1000;

/** `health SITE`: which points of the datamodels have data; without the service, as it was when it was last asked. */
export async function healthCommand(
  program: Program,
  out: Output,
  id: string,
  csv: string | undefined,
): Promise<number> {
  const kept = await keptSiteHere(program, id);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const opened = await program.reader();
  if (!opened.ok) return out.error(opened.failure);
  const { service, stopping } = opened.value;
  const { models, catalog } = await readDatamodels(program, site.id);
  const context = seriesContext(program.mirror, program.env, service);
  const ids = [...catalog.byId.keys()];
  if (ids.length >= MANY)
    out.log(
      `Asking the service when each of ${ids.length} timeseries had its newest value. This takes minutes, the longer the fewer of them have any. Ctrl+C ends it.`,
    );
  const trouble = await askNewest(context, site.id, ids, stopping);
  const book = await healthOf(
    models,
    catalog,
    await factsOf(context, placeOf(context, site.id), ids),
    program.env,
  );
  if (trouble !== null && (!isAbsence(trouble) || !knowsAny(book))) return seriesError(out, trouble);
  if (trouble !== null) out.log(`${trouble.message} This is how it was when the service was last asked.`);
  const unwritten = csv === undefined ? null : await writeWhole(csv, Readable.from(tableOf(book)), stopping);
  if (unwritten !== null) return out.error(unwritten);
  for (const file of book.files) sayFile(out, file, [...book.rows(file.file, 'trouble')]);
  if (book.files.length === 0) out.say('No datamodel of this site names a timeseries.');
  if (csv !== undefined) out.say(`Written to ${csv}`);
  out.object({
    ok: true,
    site: site.id,
    stale: trouble !== null,
    files: book.files.map((file) => ({
      ...file,
      rows: [...book.rows(file.file, 'all')].map(told),
    })),
    problems: problemsOf(models),
  });
  return EXIT.inSync;
}

/** A row of the answer: the file is named above it. */
function told(row: HealthRow): object {
  const { file: _, repeated, ...rest } = row;
  return { ...rest, duplicated: repeated !== null, note: healthNote(row) };
}

function knowsAny({ files }: HealthBook): boolean {
  return files.length === 0 || files.some(({ points, unchecked }) => points > unchecked);
}

function sayFile(out: Output, file: FileHealth, rows: readonly HealthRow[]): void {
  const parts = [
    `${file.data} with data`,
    `${file.silent} silent`,
    `${file.unknown} unknown to the service`,
    `${file.duplicated} duplicated`,
  ];
  if (file.unchecked > 0) parts.push(`${file.unchecked} not asked about`);
  out.say(`${file.file}: ${count(file.points, 'point')}, ${parts.join(', ')}`);
  for (const row of rows) out.say(`    ${row.health.padEnd(10)} ${row.label}  ${row.id}  ${healthNote(row)}`);
}

function* tableOf(book: HealthBook): Generator<string> {
  yield HEALTH_CSV_HEAD;
  for (const row of book.rows(null, 'all')) yield healthCsvLine(row);
}
