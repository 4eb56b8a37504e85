import type { SiteId } from '../../../shared/model/ids.ts';
import { problemsOf, type EquipmentGroup } from '../../datamodel/catalog.ts';
import type { SiteDatamodels } from '../../datamodel/datamodels.ts';
import { findPoints } from '../../datamodel/find.ts';
import type { Program } from '../compose.ts';
import { openDatamodels } from '../open-datamodels.ts';
import { keptSiteHere } from './kept-site.ts';
import { count, EXIT, type Output } from './output.ts';

/** `points SITE`: equipment and its points, from the datamodels of the site that are on this computer. */
export async function pointsCommand(
  program: Program,
  out: Output,
  id: string,
  search: string,
): Promise<number> {
  const kept = await keptSiteHere(program, id);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const { models, catalog } = await readDatamodels(program, site.id);
  const groups = await findPoints(catalog, { text: search, only: null }, program.env);
  const favourites = program.mirror.datamodels.favourites(site.id);
  const problems = problemsOf(models);
  const total = groups.reduce((sum, { points }) => sum + points.length, 0);
  for (const group of groups) sayGroup(out, group);
  for (const { file, message } of problems) out.log(`${file}: ${message}`);
  out.say(`${count(total, 'point')} in ${count(models.length, 'datamodel')}.`);
  out.object({
    ok: true,
    site: site.id,
    total,
    equipment: groups.map(({ name, label, class: kind, points }) => ({
      name,
      label,
      class: kind,
      points: points.map(({ point, file }) => ({ ...point, file, favourite: favourites.has(point.id) })),
    })),
    files: models.map(({ file, report, confirmed }) => ({
      file: file.path,
      points: report?.points.length ?? null,
      columns: report?.columns ?? null,
      confirmed,
    })),
    problems,
  });
  return EXIT.inSync;
}

function sayGroup(out: Output, { name, label, class: kind, points }: EquipmentGroup): void {
  out.say([name ?? 'Without equipment', label, kind].filter((word) => word !== null).join(' · '));
  for (const { point } of points) {
    const unit = point.unit === null ? '' : ` [${point.unit}]`;
    const pointClass = point.class === null ? '' : `  ${point.class}`;
    out.say(`    ${point.label}${unit}  ${point.id}${pointClass}`);
  }
}

/** Reads the datamodels of a site, once. */
export async function readDatamodels(program: Program, site: SiteId): Promise<SiteDatamodels> {
  const { datamodels, csv } = openDatamodels(program.mirror, program.env);
  try {
    return await datamodels.of(site);
  } finally {
    await csv.close();
  }
}
