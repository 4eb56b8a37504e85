import { renderPng } from './photos/render.ts';
import { seriesTable } from './series/table.ts';
import { makeWorld } from './series/world.ts';
import { botanyColdStore } from './sites/botany-cold-store/site.ts';
import { hudsonResearch } from './sites/hudson-research/site.ts';
import { lindenauSchool } from './sites/lindenau-school/site.ts';
import { orestadHospital } from './sites/orestad-hospital/site.ts';
import { rijnhavenTower } from './sites/rijnhaven-tower/site.ts';
import type { SiteSpec } from './spec.ts';

const SITES: readonly SiteSpec[] = [
  rijnhavenTower,
  orestadHospital,
  lindenauSchool,
  hudsonResearch,
  botanyColdStore,
];

/** Every file of the sample by its path under resources/sample, in a fixed order; the manifest comes last. */
export async function* sampleFiles(): AsyncGenerator<readonly [path: string, bytes: Uint8Array]> {
  for (const site of SITES) {
    const folder = folderOf(site);
    const world = makeWorld(site.facts.id, site.facts.timezone, site.climate, site.calendar);
    yield [`photos/${site.photo.file}`, renderPng(site.photo.svg)];
    for (const file of site.files) yield [`files/${folder}/${file.name}`, await file.make(world)];
    for (const model of site.models) yield [`models/${folder}/${model.file}`, model.make()];
    yield [`series/${folder}.csv.gz`, seriesTable(site.points, world)];
  }
  yield ['sample.json', Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`)];
}

/** The photo's name is the site's short name: a site id may be a UUID. */
function folderOf(site: SiteSpec): string {
  return site.photo.file.replace('.png', '');
}

function manifest(): object {
  return {
    token: 'demo-token',
    sites: SITES.map((site) => {
      const folder = folderOf(site);
      const { triplestore_graph_uri, created_at, ...facts } = site.facts;
      return {
        ...facts,
        photo: `photos/${site.photo.file}`,
        triplestore_graph_uri,
        created_at,
        files: site.files.map(({ category, name, metadata, contentType }) => ({
          path: `files/${folder}/${name}`,
          category,
          name,
          ...(metadata === undefined ? {} : { metadata }),
          ...(contentType === undefined ? {} : { content_type: contentType }),
        })),
        models: site.models.map(({ id, file }) => ({ id, file: `models/${folder}/${file}` })),
        series: site.points.map(({ id }) => ({ id, file: `series/${folder}.csv.gz` })),
      };
    }),
  };
}
