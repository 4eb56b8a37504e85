import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

export const SAMPLE = join(import.meta.dirname, '../../resources/sample');

const category = z.enum(['kg-csv', 'model-3d', 'bim-source', 'spec-sheet', 'maintenance', 'other']);
const text = z.string().min(1);
const manifest = z.strictObject({
  token: text,
  sites: z.array(
    z.strictObject({
      id: text,
      organization: z.uuid(),
      name: text,
      address: text,
      latitude: text,
      longitude: text,
      city: text,
      country: text,
      country_code: z.string().length(2),
      timezone: text,
      photo: text,
      triplestore_graph_uri: z.url(),
      created_at: z.iso.datetime(),
      files: z.array(
        z.strictObject({
          path: text,
          category,
          name: text,
          metadata: z
            .looseObject({ model_id: text.optional(), sitesync: z.strictObject({ path: text }).optional() })
            .optional(),
          content_type: text.optional(),
        }),
      ),
      models: z.array(z.strictObject({ id: text, file: text })),
      series: z.array(z.strictObject({ id: text, file: text })),
    }),
  ),
});

export const categories: readonly string[] = category.options;
export const sample = manifest.parse(JSON.parse(readFileSync(join(SAMPLE, 'sample.json'), 'utf8')));
export type SampleSite = (typeof sample.sites)[number];

export function bytesOf(path: string): Buffer {
  return readFileSync(join(SAMPLE, path));
}

export interface SeriesTable {
  readonly ids: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first cell of a row is its time. */
export function seriesOf(file: string): SeriesTable {
  const [head = '', ...rows] = gunzipSync(bytesOf(file)).toString().trimEnd().split('\n');
  return { ids: head.split(',').slice(1), rows: rows.map((row) => row.split(',')) };
}

/** Names of the column that holds timeseries ids, over all sites. */
const ID_COLUMNS = ['timeseries_id', 'TimeseriesId', 'ts_id', 'hisId', 'timeseries_reference'];

/** The timeseries ids in the datamodels of a site, one for each row that names one. */
export function namedIds(site: SampleSite): string[] {
  return site.files
    .filter((file) => file.category === 'kg-csv')
    .flatMap(({ path }) => {
      const lines = bytesOf(path).toString().replace('\uFEFF', '').trimEnd().split(/\r?\n/);
      const delimiter = lines[0]!.includes(';') ? ';' : ',';
      const column = lines[0]!.split(delimiter).findIndex((name) => ID_COLUMNS.includes(name));
      // The id is the last column of every datamodel, so quoted cells before it do not matter.
      return column < 0 ? [] : lines.slice(1).map((line) => line.split(delimiter).at(-1)!);
    });
}
