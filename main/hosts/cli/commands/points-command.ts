import { counted, numberText } from '../../../../shared/counted.ts';
import type { Failure } from '../../../../shared/failure.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { problemsOf, type EquipmentGroup } from '../../../datamodel/catalog.ts';
import type { SiteDatamodels } from '../../../datamodel/datamodels.ts';
import { findPoints } from '../../../datamodel/find.ts';
import type { Environment } from '../../../sync/ports/environment.ts';
import type { Program } from '../../compose/compose.ts';
import { openDatamodels } from '../../compose/open-datamodels.ts';
import { arrayPieces } from '../output/json-pieces.ts';
import { isNeverLookedAt, keptSiteHere, NEVER_LOOKED_AT } from '../sites/kept-site.ts';
import { EXIT, type Output } from '../output/output.ts';
import { unlessStopped } from '../unless-stopped.ts';

/** `points SITE`: equipment and its points, from the datamodels of the site that are on this computer. */
export async function pointsCommand(
  program: Program,
  out: Output,
  given: string,
  search: string,
): Promise<number> {
  const kept = await keptSiteHere(program, given);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const found = await unlessStopped(program, async (env) => {
    const read = await readDatamodels(program, env, site.id);
    return { ...read, groups: await findPoints(read.catalog, { text: search, only: null }, env) };
  });
  if (found === null) return out.error(POINTS_STOPPED);
  const { models, catalog, groups } = found;
  const favourites = program.mirror.datamodels.favourites(site.id);
  const problems = problemsOf(models);
  const total = pointsIn(groups);
  if (!(await out.lines(linesOf(groups), program.stopping))) return EXIT.problems;
  for (const { file, message } of problems) out.log(`${file}: ${message}`);
  if (isNeverLookedAt(program, site)) out.say(NEVER_LOOKED_AT);
  else {
    const all = counted(pointsIn(catalog.groups), 'point');
    const which = search === '' ? all : `${numberText(total)} of ${all} found by “${search}”`;
    out.say(`${which}, in ${counted(models.length, 'datamodel')}.`);
  }
  const files = models.map(({ file, report, confirmed }) => ({
    file: file.path,
    points: report?.points.length ?? null,
    columns: report?.columns ?? null,
    confirmed,
  }));
  const pieces = function* (): Generator<string> {
    yield `${JSON.stringify({ ok: true, site: site.id, total }).slice(0, -1)},"equipment":[`;
    for (const [at, group] of groups.entries())
      yield* groupPieces(group, at === 0 ? '' : ',', (point) => favourites.has(point));
    yield `],${JSON.stringify({ files, problems }).slice(1)}\n`;
  };
  return (await out.pieces(pieces(), program.stopping)) ? EXIT.inSync : EXIT.problems;
}

function pointsIn(groups: readonly EquipmentGroup[]): number {
  return groups.reduce((sum, { points }) => sum + points.length, 0);
}

function* linesOf(groups: readonly EquipmentGroup[]): Generator<string> {
  for (const { name, label, class: kind, points } of groups) {
    yield [name ?? 'Without equipment', label, kind].filter((word) => word !== null).join(' · ');
    for (const { point } of points) {
      const unit = point.unit === null ? '' : ` [${point.unit}]`;
      const pointClass = point.class === null ? '' : `  ${point.class}`;
      yield `    ${point.label}${unit}  ${point.id}${pointClass}`;
    }
  }
}

function* groupPieces(
  { name, label, class: kind, points }: EquipmentGroup,
  lead: string,
  isFavourite: (id: string) => boolean,
): Generator<string> {
  yield `${lead}${JSON.stringify({ name, label, class: kind }).slice(0, -1)},"points":`;
  yield* arrayPieces(told(points, isFavourite));
  yield '}';
}

function* told(points: EquipmentGroup['points'], isFavourite: (id: string) => boolean): Generator<object> {
  for (const { point, file } of points) yield { ...point, file, favourite: isFavourite(point.id) };
}

/** Reads all datamodels of a site once. If the command is stopped, the result is not all of them. */
export async function readDatamodels(
  { mirror, env, stopping }: Program,
  clock: Pick<Environment, 'now' | 'sleep'>,
  site: SiteId,
): Promise<SiteDatamodels> {
  const { datamodels, csv } = openDatamodels(mirror, env, clock);
  try {
    return await datamodels.of(site, stopping);
  } finally {
    await csv.close();
  }
}

export const POINTS_STOPPED: Failure = {
  code: 'cancelled',
  message: 'Stopped before the datamodels of the site were read.',
  hint: 'Run the command again.',
  retry: 'now',
};
